import type { Notes } from '#sync/storage-watch.ts';

/**
 * Where this site writes down how much each member has pending, apart from the databases that hold it.
 * Undefined where the browser's settings shut it.
 */
export function siteNotes(): Notes | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
