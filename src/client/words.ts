import { observed } from '#sync/observable.ts';
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
export async function untilAllWords(): Promise<void> {
  const waiting = rest;
  if (!waiting) return;
  waiting.fetching ??= waiting.fetchAll();
  try {
    await waiting.fetching;
    if (rest === waiting) rest = undefined;
  } catch (failure) {
    delete waiting.fetching;
    // Another language was chosen meanwhile, and is whole.
    if (rest !== waiting) return;
    throw missingPart(failure);
  }
}

/** Whether the page that is shown has words that could not be fetched. */
export const wordsMissing = observed(false);

/** The same before the page of an address is shown, where nothing may fail: `wordsMissing` says how it went. */
export async function untilWordsOf(path: string): Promise<void> {
  const needsMore = rest !== undefined && rest.path !== path;
  wordsMissing.set(needsMore && (await untilAllWords().then(isFetched, isMissing)));
}

const isFetched = () => false;
const isMissing = () => true;
