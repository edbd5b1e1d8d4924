import { Dexie, type DexieOptions } from 'dexie';

/** An IndexedDB in memory, for a browser that refuses to store anything. */
export type MemoryPlace = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>>;

/** Makes it, also for Dexie's live queries and keys, which use no store's own. */
export async function memoryPlace(): Promise<MemoryPlace> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const place = { indexedDB: new IDBFactory(), IDBKeyRange };
  Object.assign(Dexie.dependencies, place);
  replaceThrowingGlobal(place);
  return place;
}

/** Dexie compares with the global IndexedDB, whose getter throws in some browsers that block site data. */
function replaceThrowingGlobal({ indexedDB: value }: MemoryPlace): void {
  try {
    void globalThis.indexedDB;
  } catch {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value });
  }
}
