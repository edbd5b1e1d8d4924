// Without shapes, so that a first screen loads none.
import type { Fixture, League } from './fixtures.ts';
import type { Tipster } from './members.ts';
import type { Configuration, Environment } from './site.ts';
import type * as z from 'zod/mini';

/** The id of the element of the page that holds what came with it. */
export const pageDataId = 'page-data';

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
};
