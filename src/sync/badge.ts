import type { OperationRow } from './operation-row.ts';
import { chipOf } from './status.ts';

/** The part of the navigator that draws a number on the app's icon; many browsers have none. */
export type BadgeHolder = {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

/** How many operations need their person: something is asked of them, or they must log in. */
export function badgeOf(operations: readonly OperationRow[]): number {
  const { kind, count } = chipOf(operations, 'unknown', 'signed-in');
  return kind === 'needs-you' || kind === 'sign-in' || kind === 'verify-email' ? count : 0;
}

/** Draws the number, or nothing at all for none. A browser that cannot, or refuses, does no harm. */
export async function showBadge(holder: BadgeHolder, count: number): Promise<void> {
  try {
    await (count > 0 ? holder.setAppBadge?.(count) : holder.clearAppBadge?.());
  } catch {
    // Some browsers have the call for installed apps alone, and say so with an error.
  }
}
