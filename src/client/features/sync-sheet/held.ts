import type { OperationRow } from '#sync/outbox-store.ts';

/** Whether it is the server that holds it back: no tap on this phone makes that wait shorter. */
export function isHeld({ notBefore, nextAt, state }: OperationRow, now: number): boolean {
  const isTried = state === 'pending' || state === 'unknown';
  return isTried && notBefore > now && notBefore >= nextAt;
}

/** Until when the server wants nothing of what was asked to go now; undefined when nothing is held. */
export function heldUntil(rows: readonly OperationRow[], now: number): number | undefined {
  const held = rows.filter((row) => isHeld({ ...row, nextAt: 0 }, now));
  return held.length === 0 ? undefined : Math.max(...held.map(({ notBefore }) => notBefore));
}
