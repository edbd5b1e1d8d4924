import { useLiveQuery } from 'dexie-react-hooks';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useDevice } from './device-context.tsx';
import {
  type AdminCounts,
  type AdminTips,
  type AdminTipsWanted,
  readAdminCounts,
  readAdminTip,
  readAdminTips,
} from './everybodys-tips.ts';

/**
 * Everybody's tips as far as this device was shown them, with the administrator's own changes
 * applied. State and search narrow what is here; the server is asked for the rest.
 */
export function useAdminTips(
  { state, search }: AdminTipsWanted,
  limit: number,
): AdminTips | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () =>
      member
        ? readAdminTips(member.store, { state, search }, limit)
        : { tips: [], limit, more: false },
    [member, state, search, limit],
  );
}

/** One of them; null when this device was not shown it, or none was asked for. */
export function useAdminTip(id: string | undefined): OptimisticTip | null | undefined {
  const { member } = useDevice();
  const read = useLiveQuery(
    async () => ({
      id,
      tip: member && id !== undefined ? await readAdminTip(member.store, id) : null,
    }),
    [member, id],
  );
  // What was read before stays until the next is; it must not pass for the next.
  return read?.id === id ? read?.tip : undefined;
}

/** How much waits for an administrator, as far as this device was shown it. */
export function useAdminCounts(): AdminCounts | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member ? readAdminCounts(member.store) : { unpriced: 0, unconfirmed: 0 }),
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
