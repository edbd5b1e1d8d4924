import { siteAnswers } from '#sync/site.ts';
import { storageState } from '#client/data/device/device.tsx';

const name = 'MissingPart';

/** Whether an error says that a part of the app could not be fetched. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && error.name === name;
}

/** The error of a part that could not be fetched. */
export function missingPart(cause: unknown): Error {
  const error = new Error('A part of the app could not be fetched.', { cause });
  error.name = name;
  return error;
}

/**
 * Renames the error of a part of the app that could not be fetched. By the browser's name the router would
 * recognise it and reload the page, which fails without a connection and loses operations in memory.
 */
export function nameMissingParts(): void {
  globalThis.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = name;
    payload.message = `A part of the app could not be fetched. ${payload.message}`;
  });
}

/**
 * Reloads the page to fetch what is missing, unless that would lose something or the site is not
 * reachable. Returns whether it reloads.
 */
export async function startAnew(): Promise<boolean> {
  if (storageState.place.get() !== 'device' || !(await siteAnswers())) return false;
  location.reload();
  return true;
}
