import { isSiteReachable } from '#sync/site.ts';
import { storageState } from '#client/data/device/device.tsx';

const missingChunkErrorName = 'MissingPart';

/** True if the error means that a chunk of the app could not be fetched. */
export function isMissingChunkError(error: unknown): boolean {
  return error instanceof Error && error.name === missingChunkErrorName;
}

/** Creates the error for a chunk that could not be fetched. */
export function createMissingChunkError(cause: unknown): Error {
  const error = new Error('A part of the app could not be fetched.', { cause });
  error.name = missingChunkErrorName;
  return error;
}

/**
 * Renames the browser's error for a missing chunk. The router would recognise the original name and
 * reload the page, which fails offline and loses operations in memory.
 */
export function renameMissingChunkErrors(): void {
  globalThis.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = missingChunkErrorName;
    payload.message = `A part of the app could not be fetched. ${payload.message}`;
  });
}

/**
 * Reloads the page to fetch a missing chunk, unless unsaved data would be lost or the site is
 * unreachable. Returns true if it reloads.
 */
export async function reloadForMissingChunk(): Promise<boolean> {
  if (storageState.location.get() !== 'device' || !(await isSiteReachable())) return false;
  location.reload();
  return true;
}
