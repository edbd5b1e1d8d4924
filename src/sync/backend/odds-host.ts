import * as z from 'zod/mini';
import { type Fixture, type League, V3Game, V3Sport } from '#contract/fixtures.ts';
import { defaultLeague, offeredGroup } from '#contract/leagues.ts';
import { FixtureId } from '#contract/values.ts';
import type { Api } from './api.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { fixtureRow, leagueRows } from '../refresh/public-lists.ts';
import type { Freshness } from '../refresh/pull.ts';
import { stableId } from '../stable-id.ts';

/** An odds service of version 3 on another host: fetched only for leagues that were opened. */
export type OddsHost = {
  refreshLeagues(): Promise<Freshness>;
  refreshLeague(sportKey: string): Promise<Freshness>;
};

/** A game of another host, which may name no home team, or more than two teams. */
const ForeignGame = z.extend(V3Game, {
  teams: z.tuple([z.string(), z.string()], z.unknown()),
  home_team: z.nullish(z.string()),
});
type ForeignGame = z.infer<typeof ForeignGame>;

// Entries are read one by one, so that an unreadable one does not hide the others.
const Sports = z.object({ data: z.array(z.unknown()) });
const Games = z.object({ data: z.array(z.unknown()) });

/** Fetches from such a service into the public store. */
export function createOddsHost(parts: {
  /** A client whose base is the odds service, and which carries no token. */
  api: Api;
  apiKey: string;
  store: PublicStore;
}): OddsHost {
  const { api, apiKey, store } = parts;

  async function refreshLeagues(): Promise<Freshness> {
    const path = `/v3/sports?${new URLSearchParams({ apiKey }).toString()}`;
    const answer = await api.send({ method: 'GET', path }, Sports);
    if (answer.kind !== 'ok') return 'failed';

    const leagues = answer.reply.data.flatMap(readLeague);
    await store.transaction('rw', store.leagues, async () => {
      await store.leagues.clear();
      await store.leagues.bulkPut(leagueRows(leagues));
    });
    return refreshLeague(defaultLeague);
  }

  async function refreshLeague(sportKey: string): Promise<Freshness> {
    const query = new URLSearchParams({ apiKey, sport: sportKey, region: 'uk', mkt: 'h2h' });
    const path = `/v3/odds/?${query.toString()}`;
    const answer = await api.send({ method: 'GET', path }, Games);
    if (answer.kind !== 'ok') return 'failed';

    const fixtures = answer.reply.data.flatMap(readGame);
    await store.transaction('rw', store.fixtures, async () => {
      const old = await store.fixtures.filter((row) => row.sportKey === sportKey).primaryKeys();
      await store.fixtures.bulkDelete(old);
      await store.fixtures.bulkPut(fixtures.map(fixtureRow));
    });
    return 'fresh';
  }

  return { refreshLeagues, refreshLeague };
}

function readLeague(raw: unknown): League[] {
  const read = V3Sport.safeParse(raw);
  if (!read.success) return [];
  const { key, title, group, details } = read.data;
  // Such a service files the default league under another group.
  if (group !== offeredGroup && key !== defaultLeague) return [];
  return [{ key, title, group, details }];
}

/**
 * A game of the first two teams as a fixture. Home is `home_team`, whatever the order of `teams`; the
 * first one where the host does not say.
 */
export function readGame(raw: unknown): Fixture[] {
  const read = ForeignGame.safeParse(raw);
  if (!read.success) return [];
  const game = read.data;
  const kickOff = kickOffOf(game.commence_time);
  const [first, second] = game.teams;
  const homeFirst = first === (game.home_team || first);
  if (kickOff === undefined || (!homeFirst && second !== game.home_team)) return [];

  const [home, away] = homeFirst ? [first, second] : [second, first];
  const prices = pricesOf(game, homeFirst);
  return [
    {
      id: FixtureId.safeParse(game.id).data ?? stableId(game.sport_key, home, away),
      sportKey: game.sport_key,
      home,
      away,
      kickOff,
      status: 'scheduled',
      ...(prices && { prices }),
    },
  ];
}

/** The prices follow the order of `teams`, the draw comes last. */
function pricesOf({ sites }: ForeignGame, homeFirst: boolean): Fixture['prices'] {
  const [first, second, draw] = sites.find(({ odds }) => odds.h2h?.length === 3)?.odds.h2h ?? [];
  if (first === undefined || second === undefined || draw === undefined) return undefined;
  if (![first, second, draw].every((price) => price >= 1 && price <= 1000)) return undefined;
  return homeFirst ? { home: first, draw, away: second } : { home: second, draw, away: first };
}

/** Seconds since 1970, or a time in ISO. */
function kickOffOf(time: number | string): string | undefined {
  const at = new Date(typeof time === 'number' ? time * 1000 : time);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
