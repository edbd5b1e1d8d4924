import { Dexie, type DexieOptions } from 'dexie';

/**
 * An IndexedDB in memory, for a browser that refuses to store anything. Dexie caches queries by the names of
 * databases, which are those of the device, so nothing of it may enter that cache.
 */
type MemoryPlace = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange' | 'cache'>>;

/** Databases in memory; from `enter` to `leave` also those that are opened without options. */
export type MemoryDatabases = { place: MemoryPlace; enter: () => void; leave: () => void };

/** Makes them. Dexie's live queries and keys use no store's own IndexedDB, so they enter as well. */
export async function memoryDatabases(): Promise<MemoryDatabases> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const before = { ...Dexie.dependencies };
  const factories = { indexedDB: new IDBFactory(), IDBKeyRange };
  replaceThrowingGlobal(factories.indexedDB);
  return {
    place: { ...factories, cache: 'disabled' },
    enter: () => void Object.assign(Dexie.dependencies, factories),
    leave: () => void Object.assign(Dexie.dependencies, before),
  };
}

/** Dexie compares with the global IndexedDB, whose getter throws in some browsers that block site data. */
function replaceThrowingGlobal(value: MemoryPlace['indexedDB']): void {
  try {
    void globalThis.indexedDB;
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value });
  }
}
