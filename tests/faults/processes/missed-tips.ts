import type { Change } from '../world/bookkeeping.ts';

/**
 * Returns the tips that a desk operation may have missed: its transactions neither changed them nor
 * could see them. `batches` are its transactions in order; each continues after the last tip of the
 * previous one.
 */
export function missedTips(
  batches: readonly (readonly Change[])[],
  posts: readonly Change[],
): ReadonlySet<string> {
  const changed = new Set(batches.flat().map(({ subject }) => subject));
  const missed = posts.filter(
    ({ subject, tx }) => !changed.has(subject) && !isVisible(tx, lastLookFor(subject, batches)),
  );
  return new Set(missed.map(({ subject }) => subject));
}

/** The snapshot of the last batch that could have changed the tip. */
function lastLookFor(tipId: string, batches: readonly (readonly Change[])[]): string {
  let last = '';
  let behind = '';
  for (const batch of batches) {
    const [first] = batch;
    if (first && tipId > behind) last = first.snapshot ?? '';
    for (const { what, subject } of batch) if (what === 'leg' && subject > behind) behind = subject;
  }
  return last;
}

/** True if a snapshot (`xmin:xmax:running,running`) sees a transaction as committed. */
function isVisible(tx: string, snapshot: string): boolean {
  const [min, max, running = ''] = snapshot.split(':');
  return Number(tx) < Number(min) || (Number(tx) < Number(max) && !running.split(',').includes(tx));
}
