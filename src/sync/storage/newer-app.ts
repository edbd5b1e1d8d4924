import type { Dexie } from 'dexie';

/**
 * True if a newer build has upgraded an open database, which Dexie opens nevertheless. Dexie's
 * version is a tenth of the browser's, whose last digit counts the stores that Dexie added without
 * a version.
 */
export function isOfNewerApp(store: Dexie): boolean {
  return Math.floor(store.backendDB().version / 10) > store.verno;
}
