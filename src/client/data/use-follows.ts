import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { FollowView } from '#sync/fold.ts';
import { useDevice } from './device-context.ts';
import { useFolding } from './use-operations.ts';

/** Whom the member follows, by tipster. */
export function useFollows(): ReadonlyMap<string, FollowView> | undefined {
  const { member } = useDevice();
  const folding = useFolding();
  const base = useLiveQuery(async () => (member ? member.store.follows.toArray() : []), [member]);

  return useMemo(() => {
    if (base === undefined || folding === undefined) return undefined;
    const follows =
      folding === 'empty' ? base : folding.folding.followsShown(base, folding.operations);
    return new Map(follows.map((follow) => [follow.tipsterId, follow]));
  }, [base, folding]);
}
