import { useLiveQuery } from 'dexie-react-hooks';
import type { League } from '#contract/fixtures.ts';
import { defaultLeague, offeredGroup } from '#contract/leagues.ts';
import { useDevice } from './device-context.tsx';

/** The leagues on offer, the default one pinned first. */
export function useLeagues(): League[] | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(async () => {
    const leagues = await publicStore.leagues.orderBy('position').toArray();
    // The default one is of another group, and stands first all the same.
    return [
      ...leagues.filter(({ key }) => key === defaultLeague),
      ...leagues.filter(({ key, group }) => group === offeredGroup && key !== defaultLeague),
    ];
  }, [publicStore]);
}

/** Every league's title by its key, for fixtures that only carry the key. */
export function useLeagueTitles(): ReadonlyMap<string, string> | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(
    async () =>
      new Map((await publicStore.leagues.toArray()).map(({ key, title }) => [key, title])),
    [publicStore],
  );
}
