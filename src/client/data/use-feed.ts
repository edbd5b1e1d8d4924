import { useObservable } from 'dexie-react-hooks';
import type { Ticket } from '#contract/tickets.ts';
import { observed } from '#sync/observable.ts';
import type { PublicStore } from '#sync/public-store.ts';
import type { Device } from './device.ts';
import { useDevice } from './device-context.ts';
import { type Folded, foldedQuery } from '#sync/folded-query.ts';
import { queueIn } from './use-operations.ts';

const newestKept = 100;

/** The newest tips of everybody. */
export function useFeed(limit = newestKept): Ticket[] | undefined {
  const device = useDevice();
  return useObservable<Ticket[]>(
    () => tipsOn(device, async ({ tips }) => newest(tips).limit(limit).toArray()),
    [device, limit],
  );
}

/** The newest tips that hold a leg on a fixture. */
export function useFixtureTips(fixtureId: string): Ticket[] | undefined {
  const device = useDevice();
  return useObservable<Ticket[]>(
    () =>
      tipsOn(device, async ({ tips }) =>
        newest(tips)
          .limit(newestKept)
          .filter(({ options }) => options.some((leg) => leg.fixtureId === fixtureId))
          .toArray(),
      ),
    [device, fixtureId],
  );
}

function newest(tips: PublicStore['tips']) {
  return tips.orderBy('creationTime').reverse();
}

const nothingOwed = observed<readonly unknown[]>([]);
const noRules = observed(true);

/** Tips without those that their own tipster takes back right now. */
export function tipsOn(
  { publicStore, member }: Device,
  read: (store: PublicStore) => Promise<Ticket[]>,
): Folded<Ticket[]> {
  return foldedQuery({
    owed: member ? queueIn(member.outbox) : nothingOwed,
    rules: noRules,
    wanted: () => ({ key: '', read: () => read(publicStore) }),
    show(tips, changes) {
      if (changes === 'none') return tips;
      const gone = new Set(changes.operations.flatMap(withdrawnBy));
      return tips.filter(({ id }) => !gone.has(id));
    },
  });
}

const ended: readonly unknown[] = ['rejected', 'conflict', 'unreadable'];

/** The ticket that an operation takes back, as long as it counts; its lane names it. */
function withdrawnBy(row: unknown): string[] {
  if (typeof row !== 'object' || row === null) return [];
  if (!('kind' in row) || row.kind !== 'tip.withdraw') return [];
  if ('state' in row && ended.includes(row.state)) return [];
  return 'lane' in row && typeof row.lane === 'string' ? [row.lane.slice('tip:'.length)] : [];
}
