import * as z from 'zod/mini';

import { medianPrice } from '#domain/odds/price.ts';

import { type Fixture, V3Game } from './fixtures.ts';
import { SourceName } from './values.ts';

/** A game of another host, which may name no home team or more than two teams. */
const ForeignGame = z.extend(V3Game, {
  teams: z.tuple([SourceName, SourceName], z.unknown()),
  home_team: z.nullish(z.string()),
  sites: z.array(z.unknown()),
});
type ForeignGame = z.infer<typeof ForeignGame>;

const Site = z.object({
  odds: z.object({ h2h: z.nullish(z.array(z.unknown())) }),
});

/** A parsed game of a version 3 host; `id` is the host's own, if it has one. */
export type ReadGame = Pick<Fixture, 'sportKey' | 'home' | 'away' | 'kickOff' | 'prices'> & {
  id: string | undefined;
  /** Number of sites and prices that were skipped as unreadable. */
  unreadablePrices: number;
};

/**
 * Parses a game of the first two teams. `home_team` is home, regardless of the order of `teams`; if
 * it is missing, the first one is. Returns undefined for anything else.
 */
export function readV3Game(raw: unknown): ReadGame | undefined {
  const read = ForeignGame.safeParse(raw);
  if (!read.success) return undefined;
  const game = read.data;
  const kickOff = kickOffOf(game.commence_time);
  const [first, second] = game.teams;
  const homeFirst = first === (game.home_team || first);
  if (kickOff === undefined || (!homeFirst && second !== game.home_team)) return undefined;

  const [home, away] = homeFirst ? [first, second] : [second, first];
  const { prices, unreadablePrices } = pricesOf(game, homeFirst);
  const { id, sport_key: sportKey } = game;
  return { id, sportKey, home, away, kickOff, ...(prices && { prices }), unreadablePrices };
}

/** Prices follow the order of `teams`, the draw comes last; of several sites the median is used. */
function pricesOf(
  { sites }: ForeignGame,
  homeFirst: boolean,
): { prices: Fixture['prices']; unreadablePrices: number } {
  const read = sites.map((site) => Site.safeParse(site));
  const markets = read.flatMap(({ data }) => (data?.odds.h2h?.length === 3 ? [data.odds.h2h] : []));
  const isReadable = (price: unknown) => typeof price === 'number';
  const unreadable = markets.flat().filter((price) => !isReadable(price)).length;
  const unreadablePrices = read.filter(({ success }) => !success).length + unreadable;
  const [first, second, draw] = [0, 1, 2].map((at) =>
    medianPrice(markets.flatMap((prices) => prices.slice(at, at + 1).filter(isReadable))),
  );
  if (first === undefined || second === undefined || draw === undefined) {
    return { prices: undefined, unreadablePrices };
  }
  const [home, away] = homeFirst ? [first, second] : [second, first];
  return { prices: { home, draw, away }, unreadablePrices };
}

/** Converts seconds since 1970 or ISO text. */
function kickOffOf(time: number | string): string | undefined {
  const at = new Date(typeof time === 'number' ? time * 1000 : time);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
