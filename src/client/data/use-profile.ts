import type { OptimisticProfile } from '#sync/optimistic-rows.ts';
import { useMemberRows } from './member-rows.ts';

/** The own profile as its owner sees it; null when this device has none yet. */
export function useProfile(): OptimisticProfile | null | undefined {
  return useMemberRows()?.profile;
}
