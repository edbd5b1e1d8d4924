import type { OperationRow } from './outbox/operation-row.ts';
import { chipOf } from './status.ts';

/** The part of `navigator` that sets the number on the app's icon; not every browser has it. */
export type BadgeHolder = {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

/** How many operations need their person: something is asked of them, or they must log in. */
export function badgeOf(operations: readonly OperationRow[]): number {
  const { kind, count } = chipOf(operations, 'unknown', 'signed-in');
  return kind === 'needs-you' || kind === 'sign-in' || kind === 'verify-email' ? count : 0;
}

/** Sets the number, or clears it for 0, where the browser can. */
export async function showBadge(holder: BadgeHolder, count: number): Promise<void> {
  try {
    await (count > 0 ? holder.setAppBadge?.(count) : holder.clearAppBadge?.());
  } catch {
    // Some browsers allow it for installed apps only.
  }
}
