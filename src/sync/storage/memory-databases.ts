import { Dexie, type DexieOptions } from 'dexie';
import { memberOfDatabase } from './member-store.ts';

/**
 * An IndexedDB in memory, for a browser that refuses to store anything. Dexie caches queries by
 * database name, and these names are also those of the device, so none of its queries may enter
 * that cache.
 */
type MemoryOptions = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange' | 'cache'>>;

/** Databases in memory; between `enter` and `leave` also those opened without options. */
export type MemoryDatabases = {
  place: MemoryOptions;
  enter: () => void;
  leave: () => void;
  /** The members with a database in memory, logged in or not. */
  memberIds: () => Promise<string[]>;
};

/** Creates them. Dexie's live queries and keys use the global IndexedDB, which `enter` replaces. */
export async function memoryDatabases(): Promise<MemoryDatabases> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const before = { ...Dexie.dependencies };
  const factories = { indexedDB: new IDBFactory(), IDBKeyRange };
  replaceThrowingGlobal(factories.indexedDB);
  return {
    place: { ...factories, cache: 'disabled' },
    enter: () => void Object.assign(Dexie.dependencies, factories),
    leave: () => void Object.assign(Dexie.dependencies, before),
    memberIds: async () => {
      const databases = await factories.indexedDB.databases();
      return databases.flatMap(({ name = '' }) => memberOfDatabase(name) ?? []);
    },
  };
}

/** Dexie compares with the global IndexedDB, whose getter throws in some browsers that block site data. */
function replaceThrowingGlobal(value: MemoryOptions['indexedDB']): void {
  try {
    void globalThis.indexedDB;
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value });
  }
}
