import { useMemo } from 'react';
import type { Profile } from '#contract/members.ts';
import type { OptimisticProfile } from '#sync/optimistic-rows.ts';
import { useDevice } from './device-context.ts';
import { useDocument } from './use-document.ts';
import { useFolding } from './use-operations.ts';

/** The own profile as its owner sees it; null when this device has none yet. */
export function useProfile(): OptimisticProfile | null | undefined {
  const { member } = useDevice();
  const value = useDocument(member?.store, 'profile');
  const folding = useFolding();

  return useMemo(() => {
    if (value === undefined || folding === undefined) return undefined;
    const base = isProfile(value) ? value : undefined;
    if (folding === 'empty') return base ?? null;
    return folding.folding.profileShown(base, folding.operations) ?? null;
  }, [value, folding]);
}

// Checked against the contract when it was written; this tells it from a document of another build.
function isProfile(value: unknown): value is Profile {
  return (
    typeof value === 'object' && value !== null && 'emailVerified' in value && 'firstName' in value
  );
}
