import { createPersistedValue } from './persisted.ts';

const key = 'touchline-removals';

const extents = ['keep', 'delete', 'everything'] as const;

/**
 * How much of a member's rows is removed from this device: cached rows, also unsent operations and drafts, or
 * also a running time-out, as for a deleted account.
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

/** The members whose rows are to be removed from the disk, as after a logout while it did not answer. */
export function readPendingRemovals(): ReadonlyMap<string, RemovalExtent> {
  return new Map(Object.entries(pendingRemovals.get()));
}

/** Notes that a member's rows are to be removed; of two such notes the one that removes more remains. */
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

/** Reports that another tab has noted or forgotten a removal. */
export function watchPendingRemovals(onChange: () => void): void {
  globalThis.addEventListener('storage', (event) => {
    if (event.key === key) onChange();
  });
}
