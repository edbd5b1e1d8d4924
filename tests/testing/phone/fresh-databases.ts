import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';

// Each test file begins with empty databases: files of one process share modules, and Dexie reads
// the global `indexedDB` when it is loaded.
globalThis.indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = globalThis.indexedDB;
