import { siteAnswers } from '#sync/site-answers.ts';
import { keeping } from '#client/data/storage-state.ts';

const name = 'MissingPart';

/** Whether an error says that a part of the app could not be fetched. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && error.name === name;
}

/**
 * Gives the failure to fetch a part of the app a name of its own. By the browser's name for it the
 * router knows it, and starts the page anew: without a connection there is nothing to start from, and
 * where a browser keeps nothing, all that was not sent would be gone.
 */
export function nameMissingParts(): void {
  globalThis.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = name;
    payload.message = `A part of the app could not be fetched. ${payload.message}`;
  });
}

/**
 * Fetches what is missing: that takes a new start, which must lose nothing. Answers whether there
 * will be one; else all stays as it is.
 */
export async function startAnew(): Promise<boolean> {
  if (keeping.place.get() !== 'device' || !(await siteAnswers())) return false;
  location.reload();
  return true;
}
