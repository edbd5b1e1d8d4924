import { Dexie, type DexieOptions } from 'dexie';
import { memberIdOfDatabase } from './member-store.ts';

/**
 * An IndexedDB in memory, for a browser that refuses to store anything. Dexie's query cache is
 * disabled, because it is keyed by database name and these names also exist on the disk.
 */
type MemoryOptions = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange' | 'cache'>>;

/** Databases in memory; while the globals are replaced, also databases opened without `options`. */
export type MemoryDatabases = {
  options: MemoryOptions;
  replaceGlobals: () => void;
  restoreGlobals: () => void;
  /** Ids of members with a database in memory, logged in or not. */
  readMemberIds: () => Promise<string[]>;
};

/** Creates databases in memory. Live queries read the globals, so they need `replaceGlobals`. */
export async function createMemoryDatabases(): Promise<MemoryDatabases> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const before = { ...Dexie.dependencies };
  const factories = { indexedDB: new IDBFactory(), IDBKeyRange };
  replaceThrowingGlobal(factories.indexedDB);
  return {
    options: { ...factories, cache: 'disabled' },
    replaceGlobals: () => void Object.assign(Dexie.dependencies, factories),
    restoreGlobals: () => void Object.assign(Dexie.dependencies, before),
    readMemberIds: async () => {
      const databases = await factories.indexedDB.databases();
      return databases.flatMap(({ name = '' }) => memberIdOfDatabase(name) ?? []);
    },
  };
}

/** Dexie reads the global IndexedDB, whose getter throws in some browsers that block site data. */
function replaceThrowingGlobal(value: MemoryOptions['indexedDB']): void {
  try {
    void globalThis.indexedDB;
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value });
  }
}
