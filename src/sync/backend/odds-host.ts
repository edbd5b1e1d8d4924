import * as z from 'zod/mini';
import { type Fixture, type League, V3Sport } from '#contract/fixtures/fixtures.ts';
import { defaultLeague, offeredLeagueGroup } from '#contract/fixtures/leagues.ts';
import { parseV3Game } from '#contract/fixtures/v3-game.ts';
import { FixtureId, SourceName } from '#contract/values.ts';
import type { Api } from './api.ts';
import type { PublicStore } from '../storage/public-store.ts';
import { toFixtureRow, toLeagueRows } from '../refresh/fixtures.ts';
import type { RefreshOutcome } from '../refresh/refresh-dependencies.ts';
import { createStableId } from '../stable-id.ts';

/**
 * An odds service on another host, with version 3 of the odds API. Only the games of the default
 * league and of leagues that the member opened are fetched.
 */
export type OddsHost = {
  refreshLeagues(): Promise<RefreshOutcome>;
  refreshLeague(sportKey: string): Promise<RefreshOutcome>;
};

const Sport = z.extend(z.pick(V3Sport, { key: true, group: true, details: true }), {
  title: SourceName,
});

// Entries are parsed one by one, so that an invalid entry does not hide the others.
const Sports = z.object({ data: z.array(z.unknown()) });
const Games = z.object({ data: z.array(z.unknown()) });

/** Minimum time between two fetches of a league, in milliseconds: each request costs quota. */
const leagueMaxAgeMs = 10 * 60 * 1000;

/** Fetches from an odds service into the public store. */
export function createOddsHost(parts: {
  /** A client with the odds service's base URL and without a token. */
  api: Api;
  apiKey: string;
  store: PublicStore;
  now: () => number;
}): OddsHost {
  const { api, apiKey, store, now } = parts;
  const fetches = new Map<string, { at: number; done: Promise<RefreshOutcome> }>();

  async function refreshLeagues(): Promise<RefreshOutcome> {
    const path = `/v3/sports?${new URLSearchParams({ apiKey }).toString()}`;
    const answer = await api.send({ method: 'GET', path }, Sports);
    if (answer.kind !== 'ok') return 'failed';

    const leagues = answer.reply.data.flatMap(parseLeague);
    await store.transaction('rw', store.leagues, async () => {
      await store.leagues.clear();
      await store.leagues.bulkPut(toLeagueRows(leagues));
    });
    return refreshLeague(defaultLeague);
  }

  /** Fetches a league's games; calls within `leagueMaxAgeMs` share one fetch. */
  async function refreshLeague(sportKey: string): Promise<RefreshOutcome> {
    const known = fetches.get(sportKey);
    if (known && Math.abs(now() - known.at) < leagueMaxAgeMs) return known.done;
    const fetching = { at: now(), done: fetchLeague(sportKey).catch(() => 'failed' as const) };
    fetches.set(sportKey, fetching);
    const freshness = await fetching.done;
    if (freshness === 'failed' && fetches.get(sportKey) === fetching) fetches.delete(sportKey);
    return freshness;
  }

  async function fetchLeague(sportKey: string): Promise<RefreshOutcome> {
    const query = new URLSearchParams({ apiKey, sport: sportKey, region: 'uk', mkt: 'h2h' });
    const path = `/v3/odds/?${query.toString()}`;
    const answer = await api.send({ method: 'GET', path }, Games);
    if (answer.kind !== 'ok') return 'failed';

    const fixtures = answer.reply.data.flatMap(parseGame);
    await store.transaction('rw', store.fixtures, async () => {
      const old = await store.fixtures.filter((row) => row.sportKey === sportKey).primaryKeys();
      await store.fixtures.bulkDelete(old);
      await store.fixtures.bulkPut(fixtures.map(toFixtureRow));
    });
    return 'fresh';
  }

  return { refreshLeagues, refreshLeague };
}

function parseLeague(raw: unknown): League[] {
  const read = Sport.safeParse(raw);
  if (!read.success) return [];
  const { key, title, group, details } = read.data;
  // Odds services put the default league into another group.
  if (group !== offeredLeagueGroup && key !== defaultLeague) return [];
  return [{ key, title, group, details }];
}

/** Converts a game of the odds service to a list with one fixture; empty if the game is invalid. */
export function parseGame(raw: unknown): Fixture[] {
  const game = parseV3Game(raw);
  if (!game) return [];
  const { id, unreadablePrices: _, ...fields } = game;
  const { sportKey, home, away } = fields;
  return [
    {
      ...fields,
      id: FixtureId.safeParse(id).data ?? createStableId(sportKey, home, away),
      status: 'scheduled',
    },
  ];
}
