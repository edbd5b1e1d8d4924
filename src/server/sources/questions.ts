import * as z from 'zod/mini';

import { readV3Game } from '#contract/v3-game.ts';
import { catalogue } from '#domain/catalogue.ts';
import { medianPrice } from '#domain/price.ts';
import type { ToldMatch } from '#domain/result-search.ts';

import { type Source, notUnderstood } from './source.ts';
import type { Question } from './turns.ts';

/** A game as a source of odds tells it. */
export type ToldGame = {
  home: string;
  away: string;
  kickOff: Date;
  prices?: { home: number; draw: number; away: number } | undefined;
  /** What is asked for other options, by their number. */
  otherPrices?: Record<string, number> | undefined;
};

const minute = 60_000;
const hour = 60 * minute;

/** Costs nothing in either version, and says in its headers how many requests are left. */
export function whatIsLeft(source: Source): Question<true> {
  return {
    name: 'sports',
    path: '/sports',
    query: {},
    cost: 0,
    pause: 6 * hour,
    read: (body) => listIn(source, body) && true,
  };
}

/** The games ahead of a league with what bookmakers in Britain ask for them, which is the spec's region. */
export function gamesOf(source: Source, sportKey: string): Question<ToldGame[]> {
  const question = { name: `odds ${sportKey}`, pause: 10 * minute };
  if (source.form === 'v3') {
    return {
      ...question,
      path: '/odds/',
      query: { sport: sportKey, region: 'uk', mkt: 'h2h' },
      cost: 1,
      read: (body) => listIn(source, body).flatMap(gameOfV3),
    };
  }
  return {
    ...question,
    path: `/sports/${encodeURIComponent(sportKey)}/odds`,
    query: { regions: 'uk', markets: 'h2h,totals', oddsFormat: 'decimal', dateFormat: 'iso' },
    // One for each market and region.
    cost: 2,
    read: (body) => listIn(source, body).flatMap(gameOfV4),
  };
}

/** How games of the last three days ended, half-time unknown. */
export function scoresOf(source: Source, sportKey: string): Question<ToldMatch[]> {
  return {
    name: `scores ${sportKey}`,
    path: `/sports/${encodeURIComponent(sportKey)}/scores`,
    query: { daysFrom: '3', dateFormat: 'iso' },
    cost: 2,
    pause: 5 * minute,
    read: (body) => listIn(source, body).flatMap(matchOfScores),
  };
}

/** Version 3 wraps its lists. Entries are read one by one, so that an unreadable one does not hide others. */
function listIn(source: Source, body: unknown): unknown[] {
  const list = source.form === 'v3' ? z.object({ data: List }).safeParse(body).data?.data : body;
  const read = List.safeParse(list);
  if (!read.success) throw notUnderstood(source);
  return read.data;
}

const List = z.array(z.unknown());

function gameOfV3(raw: unknown): ToldGame[] {
  const game = readV3Game(raw);
  return game ? [{ ...game, kickOff: new Date(game.kickOff) }] : [];
}

const V4Game = z.object({
  commence_time: z.iso.datetime(),
  home_team: z.string().check(z.minLength(1), z.maxLength(100)),
  away_team: z.string().check(z.minLength(1), z.maxLength(100)),
  bookmakers: z.array(
    z.object({
      markets: z.array(
        z.object({
          key: z.string(),
          outcomes: z.array(
            z.object({ name: z.string(), price: z.number(), point: z.optional(z.number()) }),
          ),
        }),
      ),
    }),
  ),
});
type V4Game = z.infer<typeof V4Game>;
type Outcome = V4Game['bookmakers'][number]['markets'][number]['outcomes'][number];

function gameOfV4(raw: unknown): ToldGame[] {
  const read = V4Game.safeParse(raw);
  if (!read.success || read.data.home_team === read.data.away_team) return [];
  const { home_team: home, away_team: away, commence_time, bookmakers } = read.data;
  const markets = bookmakers.flatMap((each) => each.markets);
  const outcomesOf = (key: string) =>
    markets.flatMap((market) => (market.key === key ? [market.outcomes] : []));
  return [
    {
      home,
      away,
      kickOff: new Date(commence_time),
      prices: pricesIn(outcomesOf('h2h'), { home, away }),
      otherPrices: totalsIn(outcomesOf('totals')),
    },
  ];
}

/** The middle one of what all bookmakers ask, of whom one may have mistyped. */
function pricesIn(
  markets: readonly Outcome[][],
  { home, away }: Pick<ToldGame, 'home' | 'away'>,
): ToldGame['prices'] {
  // Of two prices only there is no draw among them: another kind of market.
  const whole = markets.filter((outcomes) => outcomes.length === 3);
  const priceOf = (team: string) =>
    medianPrice(whole.flatMap((all) => all.find(({ name }) => name === team)?.price ?? []));
  const [one, draw, two] = [priceOf(home), priceOf('Draw'), priceOf(away)];
  return one && draw && two ? { home: one, draw, away: two } : undefined;
}

const overAndUnder = catalogue.filter(({ oddsGroup }) => oddsGroup.startsWith('O/U '));

/** Both sides of a line are there or neither is. */
function totalsIn(markets: readonly Outcome[][]): ToldGame['otherPrices'] {
  const outcomes = markets.flat();
  const priceOf = (group: string, side: string) =>
    medianPrice(
      outcomes.flatMap(({ name, point, price }) =>
        name === side && group === `O/U ${point}` ? [price] : [],
      ),
    );
  const priced = overAndUnder.flatMap(({ oddsId, oddsGroup, oddsName }) => {
    const price = priceOf(oddsGroup, oddsName);
    const other = priceOf(oddsGroup, oddsName === 'Over' ? 'Under' : 'Over');
    return price && other ? [[String(oddsId), price] as const] : [];
  });
  return priced.length > 0 ? Object.fromEntries(priced) : undefined;
}

/** Goals are texts there. */
const Score = z.object({
  completed: z.boolean(),
  commence_time: z.iso.datetime(),
  home_team: z.string(),
  away_team: z.string(),
  scores: z.nullish(
    z.array(z.object({ name: z.string(), score: z.string().check(z.regex(/^\d{1,2}$/)) })),
  ),
});

function matchOfScores(raw: unknown): ToldMatch[] {
  const read = Score.safeParse(raw);
  if (!read.success) return [];
  const { completed, commence_time, home_team, away_team, scores } = read.data;
  const goals = (team: string) => scores?.find(({ name }) => name === team)?.score;
  const [home, away] = [goals(home_team), goals(away_team)];
  if (!completed || home === undefined || away === undefined) return [];
  const fullTime = { home: Number(home), away: Number(away) };
  const isGoalless = fullTime.home + fullTime.away === 0;
  return [
    {
      home: home_team,
      away: away_team,
      date: commence_time.slice(0, 10),
      status: 'played',
      score: { fullTime, ...(isGoalless && { halfTime: fullTime }) },
    },
  ];
}
