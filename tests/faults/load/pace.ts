import { setTimeout as wait } from 'node:timers/promises';

/** Runs work until the signal, one round at a time and at least so many milliseconds apart. */
export async function every(
  paceMs: number,
  over: AbortSignal,
  run: (round: number) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; !over.aborted; round += 1) await Promise.all([run(round), wait(paceMs)]);
}

/** The value below which a share of all is; infinite without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity;
}
