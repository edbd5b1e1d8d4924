import type { Notes } from '#sync/storage/pending-note.ts';

/**
 * The storage for notes of pending operations, separate from the databases. Undefined if the
 * browser's settings forbid it.
 */
export function siteNotes(): Notes | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
