import type { Change } from '../world/bookkeeping.ts';

/** A post is marked as committed a moment before others see it, and a busy machine makes that longer. */
const seenWithin = 100;

/**
 * The tips that a desk act may have missed: their posts were committed after the act had begun to look for them,
 * and it did not change them. `parts` are its transactions in their order; each looks behind the last tip of the
 * one before.
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

/** When the last part began that would have found the tip, in milliseconds. */
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
