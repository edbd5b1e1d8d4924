import * as z from 'zod/mini';

import { SourceName } from '#contract/values.ts';
import type { ReportedMatch } from '#domain/results/result-search.ts';
import { hour, minute } from '#domain/durations.ts';

import type { OddsMarket } from './markets.ts';
import { notReadable, readEach, type Readings } from './readings.ts';
import { type Source, unexpectedResponse } from './source.ts';
import { readGameOfV3, readGameOfV4, type SourceGame } from './source-games.ts';
import type { SourceRequest } from './turns.ts';

/** The free endpoint of either version whose headers report the remaining requests. */
export function quotaRequest(source: Source): SourceRequest<true> {
  return {
    name: 'sports',
    path: '/sports',
    query: {},
    cost: 0,
    pause: 6 * hour,
    read: (body) => listIn(source, body) && true,
  };
}

/** Future games of a league with prices of British bookmakers, the spec's region. */
export function gamesRequest(
  source: Source,
  sportKey: string,
  markets: readonly OddsMarket[],
): SourceRequest<Readings<SourceGame>> {
  const common = { name: `odds ${sportKey}`, pause: 10 * minute };
  if (source.form === 'v3') {
    return {
      ...common,
      path: '/odds/',
      query: { sport: sportKey, region: 'uk', mkt: 'h2h' },
      cost: 1,
      read: (body) => readEach(listIn(source, body), readGameOfV3),
    };
  }
  const requested = ['h2h', ...markets];
  return {
    ...common,
    path: `/sports/${encodeURIComponent(sportKey)}/odds`,
    query: britishPrices(requested),
    // One request of the quota for each market and region.
    cost: requested.length,
    read: (body) => readEach(listIn(source, body), (raw) => readGameOfV4(raw, markets)),
  };
}

function britishPrices(markets: readonly string[]) {
  return { regions: 'uk', markets: markets.join(','), oddsFormat: 'decimal', dateFormat: 'iso' };
}

/**
 * Prices of one game in markets that version 4 does not offer per league. A bookmaker or plan
 * without them is no failure of the source.
 */
export function eventPricesRequest(
  { sportKey, eventId }: { sportKey: string; eventId: string },
  markets: readonly OddsMarket[],
): SourceRequest<Readings<SourceGame>> {
  const [league, event] = [sportKey, eventId].map(encodeURIComponent);
  return {
    name: `event ${eventId}`,
    path: `/sports/${league}/events/${event}/odds`,
    query: britishPrices(markets),
    cost: markets.length,
    pause: hour,
    isOptional: true,
    read(body) {
      const { entries, unreadable } = readGameOfV4(body, markets);
      const own = entries.filter((game) => game.eventId === eventId);
      return { entries: own, unreadable: unreadable + entries.length - own.length };
    },
  };
}

/** Results of the last three days; half-time is unknown. */
export function scoresRequest(
  source: Source,
  sportKey: string,
): SourceRequest<Readings<ReportedMatch>> {
  return {
    name: `scores ${sportKey}`,
    path: `/sports/${encodeURIComponent(sportKey)}/scores`,
    query: { daysFrom: '3', dateFormat: 'iso' },
    cost: 2,
    pause: 5 * minute,
    read: (body) => readEach(listIn(source, body), readScore),
  };
}

/** Version 3 wraps its lists. */
function listIn(source: Source, body: unknown): unknown[] {
  const list = source.form === 'v3' ? z.object({ data: List }).safeParse(body).data?.data : body;
  const read = List.safeParse(list);
  if (!read.success) throw unexpectedResponse(source);
  return read.data;
}

const List = z.array(z.unknown());

/** Goals are texts in this API. */
const Score = z.object({
  completed: z.boolean(),
  commence_time: z.iso.datetime({ offset: true }),
  home_team: SourceName,
  away_team: SourceName,
  scores: z.nullish(
    z.array(z.object({ name: z.string(), score: z.string().check(z.regex(/^\d{1,2}$/)) })),
  ),
});

function readScore(raw: unknown): Readings<ReportedMatch> {
  const read = Score.safeParse(raw);
  if (!read.success) return notReadable;
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
