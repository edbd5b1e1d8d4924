import { useLiveQuery } from 'dexie-react-hooks';
import type { League } from '#contract/fixtures/fixtures.ts';
import { defaultLeague, offeredLeagueGroup } from '#contract/fixtures/leagues.ts';
import { fixturesDocument } from '#sync/refresh/document-names.ts';
import type { FixtureRow, PublicStore } from '#sync/storage/public-store.ts';
import { useDevice } from './device/device.tsx';
import { collections, useStoredDocument } from './collections.ts';
import { type Refresh, useRefresh } from './device/refresh.ts';
import { useEngineState } from './device/engine-state.ts';
import { useServerNow } from './device/server-time.ts';
import { useEngineValue } from './device/engine-state.ts';

/** A league's fixtures ('' for all leagues) by kick-off, including today's started games. */
export function useFixtures(sportKey: string): FixtureRow[] | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(
    async () =>
      sportKey === ''
        ? publicStore.fixtures.orderBy('kickOffAt').toArray()
        : publicStore.fixtures
            .where('[sportKey+kickOffAt]')
            .between([sportKey, 0], [sportKey, Infinity])
            .toArray(),
    [publicStore, sportKey],
  );
}

/**
 * The next fixtures to kick off, fixtures of the default league first; undefined until games were
 * loaded.
 */
export function useUpcomingFixtures(count: number): FixtureRow[] | undefined {
  const { publicStore } = useDevice();
  const now = useServerNow(60_000).getTime();
  return useLiveQuery(async () => {
    const fixtures = await readNextFixtures(publicStore, count, now);
    return fixtures.length > 0 || (await hasLoadedFixtures(publicStore)) ? fixtures : undefined;
  }, [publicStore, count, now]);
}

/**
 * The next game to kick off, preferably of the default league; null if there is none, undefined
 * until games were loaded.
 */
export function useNextFixture(): FixtureRow | null | undefined {
  const { publicStore } = useDevice();
  const now = useServerNow(30_000).getTime();
  return useLiveQuery(async () => {
    const games = publicStore.fixtures.where('kickOffAt');
    const first = await games.above(now).filter(isScheduled).first();
    if (!first) return (await hasLoadedFixtures(publicStore)) ? null : undefined;
    const others = await publicStore.fixtures.where({ kickOffAt: first.kickOffAt }).toArray();
    return others.find((game) => game.sportKey === defaultLeague && isScheduled(game)) ?? first;
  }, [publicStore, now]);
}

async function hasLoadedFixtures({ documents, leagues }: PublicStore): Promise<boolean> {
  return (await documents.get(fixturesDocument)) !== undefined || (await leagues.count()) > 0;
}

async function readNextFixtures(
  store: PublicStore,
  count: number,
  now: number,
): Promise<FixtureRow[]> {
  const pinned = await store.fixtures
    .where('[sportKey+kickOffAt]')
    .between([defaultLeague, now], [defaultLeague, Infinity], false)
    .filter(isScheduled)
    .limit(count)
    .toArray();
  if (pinned.length >= count) return pinned;

  const others = await store.fixtures
    .where('kickOffAt')
    .above(now)
    .filter((fixture) => fixture.sportKey !== defaultLeague && isScheduled(fixture))
    .limit(count - pinned.length)
    .toArray();
  return [...pinned, ...others];
}

function isScheduled({ status }: FixtureRow): boolean {
  return status === 'scheduled';
}

/** The fixtures with these ids that are stored on this device, by id. */
export function useFixturesById(
  ids: readonly string[],
): ReadonlyMap<string, FixtureRow> | undefined {
  const { publicStore } = useDevice();
  // The ids as text, so that a new array with equal ids starts no new query.
  const key = ids.join('\n');
  return useLiveQuery(async () => {
    const rows = await publicStore.fixtures.bulkGet(key === '' ? [] : key.split('\n'));
    return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  }, [publicStore, key]);
}

/** The time of the feed's newest price; undefined if the feed has no prices. */
export function useFeedPricedAt(): string | undefined {
  return useStoredDocument(collections.fixtures)?.value.pricedAt ?? undefined;
}

/**
 * The kick-off up to which this device has all games: Infinity, or less if the games came with the
 * page; undefined until this time was read.
 */
export function useFixturesCompleteUntil(): number | undefined {
  const stored = useStoredDocument(collections.fixtures);
  if (stored === undefined) return undefined;
  return stored?.value.until === undefined ? Infinity : Date.parse(stored.value.until);
}

/** The offered leagues, the default league first. */
export function useLeagues(): League[] | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(async () => {
    const leagues = await publicStore.leagues.orderBy('position').toArray();
    // The default league may be in another group, so it is moved to the front.
    return [
      ...leagues.filter(({ key }) => key === defaultLeague),
      ...leagues.filter(({ key, group }) => group === offeredLeagueGroup && key !== defaultLeague),
    ];
  }, [publicStore]);
}

/** Titles of all leagues by key, because a fixture has only the key. */
export function useLeagueTitles(): ReadonlyMap<string, string> | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(
    async () =>
      new Map((await publicStore.leagues.toArray()).map(({ key, title }) => [key, title])),
    [publicStore],
  );
}

/** True if games come from an odds service that returns one league per request. */
export function useHasSeparateLeagues(): boolean {
  const { engine } = useEngineState();
  // Renders again when the backend becomes known.
  useEngineValue(({ backend }) => backend, undefined);
  return engine?.hasSeparateLeagues() === true;
}

/**
 * Fetches a league's games from an odds service; a backend with its own fixtures sends all leagues
 * at once.
 */
export function useLeagueRefresh(sportKey: string): Refresh {
  return useRefresh({ what: 'league', sportKey });
}
