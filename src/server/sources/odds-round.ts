import { and, eq, gt, inArray, isNotNull, lte } from 'drizzle-orm';

import { dayMs } from '#domain/durations.ts';

import type { Queryable } from '../db/database.ts';
import { fixtures } from '../db/schema.ts';
import { sourceEvents } from '../db/source-tables.ts';
import { isRequestedPerEvent, type OddsMarket } from './markets.ts';
import { type ImportWarnings, saveSourceGames } from './odds.ts';
import { createGamesRequest, createEventPricesRequest, createQuotaRequest } from './endpoints.ts';
import { logUnreadableEntries } from './read-result.ts';
import type { Source } from './source.ts';
import { runSourceRound, type SourceTools } from './source-rounds.ts';

/** A source of odds, the leagues, and the markets in addition to 1, X and 2. */
export type OddsSource = {
  source: Source;
  leagues: readonly string[];
  markets: readonly OddsMarket[];
};

/**
 * Imports future games and their prices, as often as the remaining quota allows. Adds unknown games
 * and updates kick-offs and prices; other fields do not change.
 */
export async function importOdds(tools: SourceTools, odds: OddsSource): Promise<void> {
  const { source } = odds;
  const { leagueRequests, eventRequests, cost: round } = await planOddsRound(tools, odds);
  await runSourceRound(tools, { source, round }, async (send) => {
    await send(createQuotaRequest(source));
    for (const each of [...leagueRequests, ...eventRequests]) {
      const { sportKey, request, requested } = each;
      await send(request, async ({ entries: games, unreadable }) => {
        const { host } = source;
        logUnreadableEntries(tools.log, { host, request: request.name, unreadable });
        const unrequested = odds.markets.filter((market) => !requested.includes(market));
        const received = {
          sportKey,
          games,
          source: host,
          at: tools.clock(),
          unrequested,
        };
        const doubts = await saveSourceGames(tools.database, received);
        logImportWarnings(tools, { league: sportKey, host }, doubts);
      });
    }
  });
}

/** Plans the requests of a round, leagues first, and computes their cost. */
export async function planOddsRound(
  { database, clock }: { database: Pick<Queryable, 'select'>; clock: () => Date },
  { source, leagues, markets }: OddsSource,
) {
  const [ofEvent, ofLeague] = [
    markets.filter(isRequestedPerEvent),
    markets.filter((each) => !isRequestedPerEvent(each)),
  ];
  const leagueRequests = leagues.map((sportKey) => ({
    sportKey,
    request: createGamesRequest(source, sportKey, ofLeague),
    requested: ofLeague,
  }));
  const events =
    ofEvent.length === 0
      ? []
      : await readUpcomingEvents(database, { source, leagues, now: clock() });
  const eventRequests = events.map((event) => ({
    sportKey: event.sportKey,
    request: createEventPricesRequest(event, ofEvent),
    requested: ofEvent,
  }));
  const all = [...leagueRequests, ...eventRequests];
  const cost = all.reduce((sum, { request }) => sum + request.cost, 0);
  return { leagueRequests, eventRequests, cost };
}

/** Time before kick-off in milliseconds from which a game's prices are requested one by one. */
const eventWindowMs = 2 * dayMs;

/** Reads event ids of the source for priced games that begin soon, the next game first. */
async function readUpcomingEvents(
  database: Pick<Queryable, 'select'>,
  { source, leagues, now }: Pick<OddsSource, 'source' | 'leagues'> & { now: Date },
): Promise<{ sportKey: string; eventId: string }[]> {
  return database
    .select({ sportKey: fixtures.sportKey, eventId: sourceEvents.eventId })
    .from(sourceEvents)
    .innerJoin(fixtures, eq(fixtures.id, sourceEvents.fixtureId))
    .where(
      and(
        eq(sourceEvents.host, source.host),
        inArray(fixtures.sportKey, [...leagues]),
        eq(fixtures.status, 'scheduled'),
        isNotNull(fixtures.priceHome),
        gt(fixtures.kickOff, now),
        lte(fixtures.kickOff, new Date(now.getTime() + eventWindowMs)),
      ),
    )
    .orderBy(fixtures.kickOff, fixtures.id);
}

function logImportWarnings(
  { log }: Pick<SourceTools, 'log'>,
  about: { league: string; host: string },
  { doubtful, repeated, unknown }: ImportWarnings,
): void {
  if (unknown.length > 0) log.warn({ ...about, unknown }, 'a source names clubs that match none');
  if (doubtful.length > 0) {
    log.warn({ ...about, doubtful }, 'a source tells games otherwise than we know them');
  }
  if (repeated.length > 0) {
    log.warn({ ...about, repeated }, 'a source tells games twice, which are taken once');
  }
}
