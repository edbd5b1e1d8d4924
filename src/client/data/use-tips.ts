import { useObservable } from 'dexie-react-hooks';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { Member } from './device.ts';
import { useDevice } from './device-context.ts';
import { nothingFolded } from '#sync/folded-query.ts';
import { ownTip, ownTips, type OwnRows } from './own-tips.ts';
import { queueIn, rules } from './use-operations.ts';

/** Own tips, saved or booked, newest first, as many as asked for. */
export function useTips({
  booked,
  limit = 20,
}: {
  booked: boolean;
  limit?: number;
}): OptimisticTip[] | undefined {
  const { member } = useDevice();
  return useObservable<OptimisticTip[]>(
    () => (member ? ownTips(rowsOf(member), { booked, limit }) : nothingFolded([])),
    [member, booked, limit],
  );
}

/** One own tip; null when there is none. */
export function useTip(id: string): OptimisticTip | null | undefined {
  const { member } = useDevice();
  return useObservable<OptimisticTip | null>(
    () => (member ? ownTip(rowsOf(member), id) : nothingFolded(null)),
    [member, id],
  );
}

function rowsOf({ store, outbox }: Member): OwnRows {
  return { store, owed: queueIn(outbox), rules };
}
