import * as z from 'zod/mini';

import { SourceName } from '#contract/values.ts';
import type { ReportedMatch } from '#domain/results/result-search.ts';
import { hourMs, minuteMs } from '#domain/durations.ts';

import type { OddsMarket } from './markets.ts';
import { unreadableEntry, readEntries, type ReadResult } from './read-result.ts';
import { type Source, createUnexpectedFormFailure } from './source.ts';
import { readGameOfV3, readGameOfV4, type SourceGame } from './source-games.ts';
import type { SourceRequest } from './source-rounds.ts';

/** Creates the request to the free endpoint (version 3 or 4), whose headers report the quota. */
export function createQuotaRequest(source: Source): SourceRequest<true> {
  return {
    name: 'sports',
    path: '/sports',
    query: {},
    cost: 0,
    pause: 6 * hourMs,
    read: (body) => parseSourceList(source, body) && true,
  };
}

/** Creates the request for future games of a league with prices of British bookmakers. */
export function createGamesRequest(
  source: Source,
  sportKey: string,
  markets: readonly OddsMarket[],
): SourceRequest<ReadResult<SourceGame>> {
  const common = { name: `odds ${sportKey}`, pause: 10 * minuteMs };
  if (source.api === 'v3') {
    return {
      ...common,
      path: '/odds/',
      query: { sport: sportKey, region: 'uk', mkt: 'h2h' },
      cost: 1,
      read: (body) => readEntries(parseSourceList(source, body), readGameOfV3),
    };
  }
  const requested = ['h2h', ...markets];
  return {
    ...common,
    path: `/sports/${encodeURIComponent(sportKey)}/odds`,
    query: createBritishPricesQuery(requested),
    // Each market costs one request of the quota.
    cost: requested.length,
    read: (body) => readEntries(parseSourceList(source, body), (raw) => readGameOfV4(raw, markets)),
  };
}

function createBritishPricesQuery(markets: readonly string[]) {
  return { regions: 'uk', markets: markets.join(','), oddsFormat: 'decimal', dateFormat: 'iso' };
}

/**
 * Creates the request for prices of one game in markets that version 4 does not offer per league. A
 * refusal is not a failure of the source: bookmakers or the operator's plan may lack these markets.
 */
export function createEventPricesRequest(
  { sportKey, eventId }: { sportKey: string; eventId: string },
  markets: readonly OddsMarket[],
): SourceRequest<ReadResult<SourceGame>> {
  const [league, event] = [sportKey, eventId].map(encodeURIComponent);
  return {
    name: `event ${eventId}`,
    path: `/sports/${league}/events/${event}/odds`,
    query: createBritishPricesQuery(markets),
    cost: markets.length,
    pause: hourMs,
    isOptional: true,
    read(body) {
      const { entries, unreadable } = readGameOfV4(body, markets);
      const own = entries.filter((game) => game.eventId === eventId);
      return { entries: own, unreadable: unreadable + entries.length - own.length };
    },
  };
}

/** Creates the request for results of the last three days, without half-time scores. */
export function createScoresRequest(
  source: Source,
  sportKey: string,
): SourceRequest<ReadResult<ReportedMatch>> {
  return {
    name: `scores ${sportKey}`,
    path: `/sports/${encodeURIComponent(sportKey)}/scores`,
    query: { daysFrom: '3', dateFormat: 'iso' },
    cost: 2,
    pause: 5 * minuteMs,
    read: (body) => readEntries(parseSourceList(source, body), readScore),
  };
}

/** Returns the list in a body; version 3 wraps its lists in `data`. */
function parseSourceList(source: Source, body: unknown): unknown[] {
  const list = source.api === 'v3' ? z.object({ data: List }).safeParse(body).data?.data : body;
  const read = List.safeParse(list);
  if (!read.success) throw createUnexpectedFormFailure(source);
  return read.data;
}

const List = z.array(z.unknown());

/** A game with its score; goals are strings in this API. */
const Score = z.object({
  completed: z.boolean(),
  commence_time: z.iso.datetime({ offset: true }),
  home_team: SourceName,
  away_team: SourceName,
  scores: z.nullish(
    z.array(z.object({ name: z.string(), score: z.string().check(z.regex(/^\d{1,2}$/)) })),
  ),
});

function readScore(raw: unknown): ReadResult<ReportedMatch> {
  const read = Score.safeParse(raw);
  if (!read.success) return unreadableEntry;
  const { completed, commence_time, home_team, away_team, scores } = read.data;
  const goals = (team: string) => scores?.find(({ name }) => name === team)?.score;
  const [home, away] = [goals(home_team), goals(away_team)];
  if (!completed || home === undefined || away === undefined) {
    return { entries: [], unreadable: Number(completed) };
  }
  const fullTime = { home: Number(home), away: Number(away) };
  const isGoalless = fullTime.home + fullTime.away === 0;
  const match: ReportedMatch = {
    home: home_team,
    away: away_team,
    date: new Date(commence_time).toISOString().slice(0, 10),
    status: 'played',
    score: { fullTime, ...(isGoalless && { halfTime: fullTime }) },
  };
  return { entries: [match], unreadable: 0 };
}
