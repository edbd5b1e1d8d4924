import type { OptimisticFollow } from '#sync/optimistic-rows.ts';
import { useMemberRows } from './member-rows.ts';

/** Whom the member follows, by tipster; undefined until it was read. */
export function useFollows(): ReadonlyMap<string, OptimisticFollow> | undefined {
  return useMemberRows()?.follows;
}
