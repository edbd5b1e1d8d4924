// Without shapes, so that a first screen loads none.
import type { Fixture, League } from './fixtures.ts';
import type { Tipster } from './members.ts';
import type { Configuration, Environment } from './site.ts';
import type { Tip } from './tips.ts';
import type * as z from 'zod/mini';

/** The id of the element of the page that holds what came with it. */
export const pageDataId = 'page-data';

/** The id of the element that holds the words of its first screen, in the language that it names. */
export const pageWordsId = 'page-words';

/** Messages by their keys, as they are compiled. */
type Words = Record<string, unknown>;

/**
 * Those words in the built site: what every page says first, and what each page where people arrive says besides,
 * by the regular expression of its path.
 */
export type PageWords = { shared: Words; pages: Record<string, Words> };

/**
 * What a server that serves its own site sends with the page, so that a first visit need not ask for it:
 * the two files of the site, and the first rows of the lists people arrive for.
 */
export type PageData = {
  environment: z.infer<typeof Environment>;
  configuration: Configuration;
  leagues: League[];
  fixtures: Fixture[];
  /** Every game of the list that kicks off before this is among them; absent where all are. */
  fixturesUntil?: string;
  tipsters: Omit<Tipster, 'tips'>[];
  /** The tips that home shows first; other pages bring none. */
  tips: Tip[];
};
