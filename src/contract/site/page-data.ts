// Types only, so that a first screen loads no schemas.
import type { Fixture, League } from '../fixtures/fixtures.ts';
import type { Tipster } from '../members.ts';
import type { Configuration, Environment } from './site.ts';
import type { Tip } from '../tips.ts';
import type * as z from 'zod/mini';

/** The id of the page's element with the data embedded by the server. */
export const pageDataId = 'page-data';

/** The id of the element with the messages of the first screen; its `lang` names their language. */
export const pageMessagesId = 'page-words';

/** Compiled messages by key. */
type CompiledMessages = Record<string, unknown>;

/**
 * The first screen's messages in the built site: shared ones, and those of each landing page by the
 * regular expression of its path.
 */
export type PageMessages = { shared: CompiledMessages; pages: Record<string, CompiledMessages> };

/**
 * Data that a server embeds in the page, so that a first visit needs no further requests: both site
 * files, and the first rows of the landing page's lists.
 */
export type PageData = {
  environment: z.infer<typeof Environment>;
  configuration: Configuration;
  leagues: League[];
  fixtures: Fixture[];
  /** All games that kick off before this instant are included; absent if all are. */
  fixturesUntil?: string;
  tipsters: Omit<Tipster, 'tips'>[];
  /** The first tips of the home page; empty on other pages. */
  tips: Tip[];
};
