import * as z from 'zod/mini';

import { parseV3Game } from '#contract/fixtures/v3-game.ts';
import { SourceName } from '#contract/values.ts';
import { computeMedianPrice } from '#domain/odds/price.ts';

import { type OddsMarket, readOtherPrices } from './markets.ts';
import { unreadableEntry, readEntry, readEntries, type ReadResult } from './read-result.ts';

/** A game from a source of odds. */
export type SourceGame = {
  /** The source's id of this game, which stays the same if the kick-off moves. */
  eventId?: string | undefined;
  home: string;
  away: string;
  kickOff: Date;
  prices?: { home: number; draw: number; away: number } | undefined;
  /** Prices of options besides 1, X and 2, by option number. */
  otherPrices?: Record<string, number> | undefined;
};

/** Reads a game of API version 3. */
export function readGameOfV3(raw: unknown): ReadResult<SourceGame> {
  const game = parseV3Game(raw);
  if (!game) return unreadableEntry;
  const { id, home, away, kickOff, prices, unreadablePrices } = game;
  const entry = { eventId: id, home, away, kickOff: new Date(kickOff), prices };
  return { entries: [entry], unreadable: unreadablePrices };
}

const V4Game = z.object({
  id: z.nullish(z.string()),
  commence_time: z.iso.datetime({ offset: true }),
  home_team: SourceName,
  away_team: SourceName,
  bookmakers: z.nullish(z.array(z.unknown())),
});

const Bookmaker = z.object({ markets: z.array(z.unknown()) });
const Market = z.object({ key: z.string(), outcomes: z.array(z.unknown()) });

const Outcome = z.object({ name: z.string(), price: z.number() });

/** Reads a game of API version 4 with prices of these markets; skips unreadable outcomes. */
export function readGameOfV4(
  raw: unknown,
  requested: readonly OddsMarket[],
): ReadResult<SourceGame> {
  const read = V4Game.safeParse(raw);
  if (!read.success || read.data.home_team === read.data.away_team) return unreadableEntry;
  const { id, home_team: home, away_team: away, commence_time, bookmakers } = read.data;
  const readable = readEntries(bookmakers ?? [], (each) => readEntry(Bookmaker, each));
  const all = readable.entries.flatMap(({ markets }) => markets);
  const markets = readEntries(all, (each) => readEntry(Market, each));
  const codesOf = (key: string) =>
    markets.entries.flatMap((market) => (market.key === key ? [market.outcomes] : []));
  // A market with only two outcomes has no draw, so it is not 1, X and 2.
  const results = codesOf('h2h').filter((outcomes) => outcomes.length === 3);
  const h2h = readEntries(results.flat(), (each) => readEntry(Outcome, each));
  const others = readOtherPrices((market) => codesOf(market).flat(), requested, { home, away });
  const entry = {
    eventId: id ?? undefined,
    home,
    away,
    kickOff: new Date(commence_time),
    prices: computeMedianPrices(h2h.entries, { home, away }),
    otherPrices: others.entries.length > 0 ? Object.fromEntries(others.entries) : undefined,
  };
  const parts = [readable, markets, h2h, others];
  return { entries: [entry], unreadable: parts.reduce((sum, part) => sum + part.unreadable, 0) };
}

/** Computes the median of all bookmakers' prices, because a single price may be a typing error. */
function computeMedianPrices(
  outcomes: readonly z.infer<typeof Outcome>[],
  { home, away }: Pick<SourceGame, 'home' | 'away'>,
): SourceGame['prices'] {
  const priceOf = (team: string) =>
    computeMedianPrice(outcomes.flatMap(({ name, price }) => (name === team ? [price] : [])));
  const [one, draw, two] = [priceOf(home), priceOf('Draw'), priceOf(away)];
  return one && draw && two ? { home: one, draw, away: two } : undefined;
}
