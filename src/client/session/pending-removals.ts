import { createPersistedValue } from './persisted-value.ts';

const key = 'touchline-removals';

const extents = ['keep', 'delete', 'everything'] as const;

/**
 * The rows that a removal deletes: only cached rows (`keep`), also unsent operations and drafts, or
 * everything including a running time-out, for a deleted account.
 */
export type RemovalExtent = (typeof extents)[number];

const pendingRemovals = createPersistedValue(
  key,
  (stored): Readonly<Record<string, RemovalExtent>> => {
    const noted = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    return Object.fromEntries(
      noted.flatMap(([memberId, value]) => {
        const extent = extents.find((one) => one === value);
        return extent === undefined ? [] : [[memberId, extent] as const];
      }),
    );
  },
);

/** Members whose rows must still be removed, because the disk did not respond at a logout. */
export function readPendingRemovals(): ReadonlyMap<string, RemovalExtent> {
  return new Map(Object.entries(pendingRemovals.get()));
}

/** Stores that a member's rows must be removed; only a larger extent replaces a stored one. */
export function storePendingRemoval(memberId: string, extent: RemovalExtent): void {
  const noted = pendingRemovals.get();
  const before = extents.indexOf(noted[memberId] ?? 'keep');
  const larger = extents[Math.max(before, extents.indexOf(extent))] ?? extent;
  pendingRemovals.set({ ...noted, [memberId]: larger });
}

export function clearPendingRemoval(memberId: string): void {
  const { [memberId]: _, ...others } = pendingRemovals.get();
  pendingRemovals.set(Object.keys(others).length === 0 ? undefined : others);
}

/** Calls `onChange` when another tab has stored or cleared a pending removal. */
export function watchPendingRemovals(onChange: () => void): void {
  globalThis.addEventListener('storage', (event) => {
    if (event.key === key) onChange();
  });
}
