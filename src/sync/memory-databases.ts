import { Dexie, type DexieOptions } from 'dexie';

/** Where databases live for as long as a page stands, when the browser lets none be kept. */
export type MemoryPlace = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>>;

/** Makes such a place, and lets live queries and keys go by it, which no store is asked for. */
export async function memoryPlace(): Promise<MemoryPlace> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const place = { indexedDB: new IDBFactory(), IDBKeyRange };
  Object.assign(Dexie.dependencies, place);
  return place;
}
