import type { Notes } from '#sync/storage-watch.ts';

/**
 * Where this site writes down how much each member owes, apart from the databases it tells about.
 * Undefined where the browser's settings shut it.
 */
export function siteNotes(): Notes | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
