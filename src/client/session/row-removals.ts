import { siteStorage } from './site-storage.ts';

const key = 'touchline-removals';

const extents = ['keep', 'delete', 'everything'] as const;

/**
 * How much of a member's rows is removed from this device: cached rows, also unsent operations and drafts, or
 * also a running time-out, as for a deleted account.
 */
export type RemovalExtent = (typeof extents)[number];

/** The members whose rows are to be removed from the disk, as after a logout while it did not answer. */
export function notedRemovals(): ReadonlyMap<string, RemovalExtent> {
  return new Map(
    Object.entries(readNote()).flatMap(([memberId, value]) => {
      const extent = extents.find((one) => one === value);
      return extent === undefined ? [] : [[memberId, extent] as const];
    }),
  );
}

/** Notes that a member's rows are to be removed; of two such notes the one that removes more remains. */
export function noteRemoval(memberId: string, extent: RemovalExtent): void {
  const noted = notedRemovals();
  const before = extents.indexOf(noted.get(memberId) ?? 'keep');
  const larger = extents[Math.max(before, extents.indexOf(extent))] ?? extent;
  writeNote(new Map([...noted, [memberId, larger]]));
}

export function forgetRemoval(memberId: string): void {
  writeNote(new Map([...notedRemovals()].filter(([id]) => id !== memberId)));
}

/** Reports that another tab has noted or forgotten a removal. */
export function watchRemovals(onChange: () => void): void {
  globalThis.addEventListener('storage', (event) => {
    if (event.key === key) onChange();
  });
}

function readNote(): object {
  try {
    const note: unknown = JSON.parse(siteStorage.getItem(key) ?? '{}');
    return typeof note === 'object' && note !== null ? note : {};
  } catch {
    return {};
  }
}

function writeNote(removals: ReadonlyMap<string, RemovalExtent>): void {
  if (removals.size === 0) siteStorage.removeItem(key);
  else siteStorage.setItem(key, JSON.stringify(Object.fromEntries(removals)));
}
