// Imports only types, so that a first screen does not load zod.
import type { Fixture, League } from '../fixtures/fixtures.ts';
import type { Tipster } from '../members.ts';
import type { Configuration, Environment } from './site.ts';
import type { Tip } from '../tips.ts';
import type * as z from 'zod/mini';

/** The id of the HTML element with the data that the server embeds in the page. */
export const pageDataId = 'page-data';

/** The id of the HTML element with the first screen's messages; `lang` is their language. */
export const pageMessagesId = 'page-words';

/** Compiled messages by key. */
type CompiledMessages = Record<string, unknown>;

/**
 * The first screen's messages of a build: `shared` ones, and in `pages` those of each landing page
 * by a regular expression for its path.
 */
export type PageMessages = { shared: CompiledMessages; pages: Record<string, CompiledMessages> };

/**
 * Data that the server embeds in the page, so that a first visit needs no more requests: both site
 * files, and the first rows of the landing page's lists.
 */
export type PageData = {
  environment: z.infer<typeof Environment>;
  configuration: Configuration;
  leagues: League[];
  fixtures: Fixture[];
  /** All fixtures before this instant are included; undefined if all fixtures are. */
  fixturesUntil?: string;
  tipsters: Omit<Tipster, 'tips'>[];
  /** The first tips of the home page; empty on other pages. */
  tips: Tip[];
};
