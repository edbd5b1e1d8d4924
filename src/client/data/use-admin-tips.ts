import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { Member } from './device.ts';
import { useDevice } from './device-context.ts';
import {
  adminCounts,
  type AdminCounts,
  type AdminRows,
  type AdminTips,
  type AdminTipsWanted,
  anyTip,
  matchingTips,
} from './everybodys-tips.ts';
import { type Folded, nothingFolded } from '#sync/folded-query.ts';
import { queueIn, rules } from './use-operations.ts';

/**
 * Everybody's tips as far as this device was shown them, with the administrator's own changes
 * folded in. State and search narrow what is here; the server is asked for the rest.
 */
export function useAdminTips(
  { state, search }: AdminTipsWanted,
  limit: number,
): AdminTips | undefined {
  const { member } = useDevice();
  return useObservable<AdminTips>(
    () =>
      member
        ? matchingTips(rowsOf(member), { state, search }, limit)
        : nothingFolded({ tips: [], limit, more: false }),
    [member, state, search, limit],
  );
}

/** One of them; null when this device was not shown it, or none was asked for. */
export function useAdminTip(id: string | undefined): OptimisticTip | null | undefined {
  const { member } = useDevice();
  const read = useObservable<Read>(
    () => about(id, member && id !== undefined ? anyTip(rowsOf(member), id) : nothingFolded(null)),
    [member, id],
  );
  // What was read before stays until the next is; it must not pass for the next.
  return read?.id === id ? read?.tip : undefined;
}

type Read = { id: string | undefined; tip: OptimisticTip | null };

/** A tip with the id it was asked for, for none has an id of its own. */
function about(id: string | undefined, query: Folded<OptimisticTip | null>): Folded<Read> {
  return {
    ...query,
    subscribe: (next, error) => query.subscribe((tip) => next({ id, tip }), error),
  };
}

/** How much waits for an administrator, as far as this device was shown it. */
export function useAdminCounts(): AdminCounts | undefined {
  const { member } = useDevice();
  return useObservable<AdminCounts>(
    () => (member ? adminCounts(rowsOf(member)) : nothingFolded({ unpriced: 0, unconfirmed: 0 })),
    [member],
  );
}

/** When the list was last fetched, by this device's clock; null when it never was. */
export function useAdminListAge(): number | null | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (await member?.store.documents.get('admin-tips'))?.fetchedAt ?? null,
    [member],
  );
}

function rowsOf({ store, outbox }: Member): AdminRows {
  return { store, owed: queueIn(outbox), rules };
}
