import { useMemo, useSyncExternalStore } from 'react';
import type { OptimisticFollow } from '#sync/optimistic-rows.ts';
import type { FollowRow, MemberStore } from '#sync/member-store.ts';
import { type Observable, observed } from '#sync/observable.ts';
import { sharedQuery } from '#sync/shared-query.ts';
import { useDevice } from './device-context.ts';
import { useFolding } from './use-operations.ts';

type Follows = Observable<FollowRow[] | undefined>;

const nobodys: Follows = observed<FollowRow[]>([]);
const follows = new WeakMap<MemberStore, Follows>();

/** Whom the member follows, by tipster. */
export function useFollows(): ReadonlyMap<string, OptimisticFollow> | undefined {
  const { member } = useDevice();
  const folding = useFolding();
  const told = member ? followsIn(member.store) : nobodys;
  const base = useSyncExternalStore(told.subscribe, told.get);

  return useMemo(() => {
    if (base === undefined || folding === undefined) return undefined;
    const shown =
      folding === 'empty' ? base : folding.folding.followsShown(base, folding.operations);
    return new Map(shown.map((follow) => [follow.tipsterId, follow]));
  }, [base, folding]);
}

function followsIn(store: MemberStore): Follows {
  const known = follows.get(store);
  if (known) return known;
  const told = sharedQuery(async () => store.follows.toArray());
  follows.set(store, told);
  return told;
}
