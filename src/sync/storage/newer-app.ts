import type { Dexie } from 'dexie';

/**
 * True if a newer build has upgraded an open database, which Dexie opens nevertheless. The
 * browser's version is ten times Dexie's, plus the number of stores that Dexie added without a
 * version.
 */
export function isUpgradedByNewerApp(store: Dexie): boolean {
  return Math.floor(store.backendDB().version / 10) > store.verno;
}
