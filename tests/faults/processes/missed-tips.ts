import type { Change } from '../world/bookkeeping.ts';

/**
 * Allowed delay in milliseconds between a post's commit mark and its visibility, which a busy
 * machine extends.
 */
const seenWithin = 100;

/**
 * The tips that a desk operation may have missed: they were committed after its query and stayed
 * unchanged. `parts` are its transactions in order; each continues after the last tip of the one
 * before.
 */
export function missedTips(
  parts: readonly (readonly Change[])[],
  posts: readonly Change[],
): ReadonlySet<string> {
  const changed = new Set(parts.flat().map(({ subject }) => subject));
  const missed = posts.filter(
    ({ subject, committed }) =>
      !changed.has(subject) && committed + seenWithin >= lastLookFor(subject, parts),
  );
  return new Set(missed.map(({ subject }) => subject));
}

/** Begin of the last batch that would have found the tip, in milliseconds. */
function lastLookFor(tipId: string, parts: readonly (readonly Change[])[]): number {
  let last = -Infinity;
  let behind = '';
  for (const part of parts) {
    const [first] = part;
    if (first && tipId > behind) last = first.began;
    for (const { what, subject } of part) if (what === 'leg' && subject > behind) behind = subject;
  }
  return last;
}
