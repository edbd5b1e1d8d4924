import { missingPart } from './missing-part.ts';

/** Where only the words of a first screen are there: its path, and how to fetch all. */
let rest: { path: string; fetchAll: () => Promise<void>; fetching?: Promise<void> } | undefined;

/** Notes that the words of this screen alone are there, since they came with its page. */
export function noteFirstWords(fetchAll: () => Promise<void>): void {
  rest = { path: location.pathname, fetchAll };
}

/** Notes that all words of a language are there. */
export function noteAllWords(): void {
  rest = undefined;
}

/**
 * Settles when all words are there: what is loaded after the first screen says others than those that came with
 * the page. It fails as a part of the app that cannot be fetched, and the next call tries again.
 */
export async function allWords(): Promise<void> {
  const waiting = rest;
  if (!waiting) return;
  waiting.fetching ??= waiting.fetchAll();
  try {
    await waiting.fetching;
    if (rest === waiting) rest = undefined;
  } catch (failure) {
    delete waiting.fetching;
    throw missingPart(failure);
  }
}

/** The same before a page of another address is shown; its own part says what cannot be fetched. */
export async function wordsAt(path: string): Promise<void> {
  if (rest && rest.path !== path) await allWords().catch(() => undefined);
}
