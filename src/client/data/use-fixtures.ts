import { useLiveQuery } from 'dexie-react-hooks';
import type { FixtureRow, PublicStore } from '#sync/public-store.ts';
import { useDevice } from './device-context.tsx';
import { defaultLeague } from '#contract/leagues.ts';
import { useServerNow } from './use-server-now.ts';

/** A league's fixtures by kick-off, those of today that have started included. */
export function useFixtures(sportKey: string | undefined): FixtureRow[] | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(
    async () =>
      sportKey === undefined
        ? []
        : publicStore.fixtures
            .where('[sportKey+kickOffAt]')
            .between([sportKey, 0], [sportKey, Infinity])
            .toArray(),
    [publicStore, sportKey],
  );
}

/**
 * The next fixtures to kick off: the default league's first, filled from the others; undefined
 * while this device was never told of any game.
 */
export function useUpcomingFixtures(count: number): FixtureRow[] | undefined {
  const { publicStore } = useDevice();
  const now = useServerNow(60_000).getTime();
  return useLiveQuery(async () => {
    const fixtures = await upcoming(publicStore, count, now);
    return fixtures.length > 0 || (await isTold(publicStore)) ? fixtures : undefined;
  }, [publicStore, count, now]);
}

/** One fixture; null when this device does not know it. */
export function useFixture(id: string): FixtureRow | null | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(async () => (await publicStore.fixtures.get(id)) ?? null, [publicStore, id]);
}

async function isTold({ documents, leagues }: PublicStore): Promise<boolean> {
  return (await documents.get('fixtures')) !== undefined || (await leagues.count()) > 0;
}

async function upcoming(store: PublicStore, count: number, now: number): Promise<FixtureRow[]> {
  const pinned = await store.fixtures
    .where('[sportKey+kickOffAt]')
    .between([defaultLeague, now], [defaultLeague, Infinity], false)
    .filter(isPlayed)
    .limit(count)
    .toArray();
  if (pinned.length >= count) return pinned;

  const others = await store.fixtures
    .where('kickOffAt')
    .above(now)
    .filter((fixture) => fixture.sportKey !== defaultLeague && isPlayed(fixture))
    .limit(count - pinned.length)
    .toArray();
  return [...pinned, ...others];
}

/** Whether a game is still to be played at the time it is said to be. */
function isPlayed({ status }: FixtureRow): boolean {
  return status === 'scheduled';
}
