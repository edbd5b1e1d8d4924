import { useLiveQuery } from 'dexie-react-hooks';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useDevice } from './device-context.tsx';
import { type OwnTips, readOwnTip, readOwnTips } from './own-tips.ts';

/** Own tips, saved or booked, newest first, as many as asked for; undefined until they were read. */
export function useTips({
  booked,
  limit = 20,
}: Pick<OwnTips, 'booked'> & Partial<OwnTips>): OptimisticTip[] | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member ? readOwnTips(member.store, { booked, limit }) : []),
    [member, booked, limit],
  );
}

/** One own tip; null when there is none. */
export function useTip(id: string): OptimisticTip | null | undefined {
  const { member } = useDevice();
  return useLiveQuery(async () => (member ? readOwnTip(member.store, id) : null), [member, id]);
}
