import { setTimeout as wait } from 'node:timers/promises';

/** Repeats work until the signal; the starts are at least this many milliseconds apart. */
export async function every(
  paceMs: number,
  over: AbortSignal,
  run: (round: number) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; !over.aborted; round += 1) await Promise.all([run(round), wait(paceMs)]);
}

/** The percentile of values; `share` is between 0 and 1. Infinite without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity;
}
