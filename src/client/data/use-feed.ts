import { useLiveQuery } from 'dexie-react-hooks';
import type { Ticket } from '#contract/tickets.ts';
import { useDevice } from './device-context.ts';

const newestKept = 100;

/** The newest tips of everybody. */
export function useFeed(limit = newestKept): Ticket[] | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(
    async () => publicStore.tips.orderBy('creationTime').reverse().limit(limit).toArray(),
    [publicStore, limit],
  );
}

/** The newest tips that hold a leg on a fixture. */
export function useFixtureTips(fixtureId: string): Ticket[] | undefined {
  const { publicStore } = useDevice();
  return useLiveQuery(
    async () =>
      publicStore.tips
        .orderBy('creationTime')
        .reverse()
        .limit(newestKept)
        .filter(({ options }) => options.some((leg) => leg.fixtureId === fixtureId))
        .toArray(),
    [publicStore, fixtureId],
  );
}
