import * as z from 'zod/mini';

import { medianPrice } from '#domain/price.ts';

import { type Fixture, V3Game } from './fixtures.ts';

/** A game of another host, which may name no home team, or more than two teams. */
const ForeignGame = z.extend(V3Game, {
  teams: z.tuple([z.string(), z.string()], z.unknown()),
  home_team: z.nullish(z.string()),
});
type ForeignGame = z.infer<typeof ForeignGame>;

/** A game as a host of version 3 tells it, under an id of its own or none. */
export type ReadGame = Pick<Fixture, 'sportKey' | 'home' | 'away' | 'kickOff' | 'prices'> & {
  id: string | undefined;
};

/**
 * Reads a game of the first two teams. Home is `home_team`, whatever the order of `teams`; the first one
 * where the host does not say. Undefined where it is none.
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
  const prices = pricesOf(game, homeFirst);
  return { id: game.id, sportKey: game.sport_key, home, away, kickOff, ...(prices && { prices }) };
}

/** The prices follow the order of `teams`, the draw comes last; of several sites the middle ones. */
function pricesOf({ sites }: ForeignGame, homeFirst: boolean): Fixture['prices'] {
  const markets = sites.flatMap(({ odds }) => (odds.h2h?.length === 3 ? [odds.h2h] : []));
  const [first, second, draw] = [0, 1, 2].map((at) =>
    medianPrice(markets.flatMap((prices) => prices[at] ?? [])),
  );
  if (first === undefined || second === undefined || draw === undefined) return undefined;
  return homeFirst ? { home: first, draw, away: second } : { home: second, draw, away: first };
}

/** Seconds since 1970, or a time in ISO. */
function kickOffOf(time: number | string): string | undefined {
  const at = new Date(typeof time === 'number' ? time * 1000 : time);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
