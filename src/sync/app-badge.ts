import type { OperationRow } from './outbox/operation-row.ts';
import { chipStatusOf } from './status.ts';

/** Methods of `navigator` that set the number on the app's icon; some browsers lack them. */
export type AppBadgeApi = {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
};

/** Number of operations that wait for the member: for a decision, a login or a verified email. */
export function appBadgeCount(operations: readonly OperationRow[]): number {
  const { kind, count } = chipStatusOf(operations, 'unknown', 'signed-in');
  return kind === 'needs-you' || kind === 'sign-in' || kind === 'verify-email' ? count : 0;
}

/** Sets the number on the icon, or clears it for 0, if the browser supports it. */
export async function showAppBadge(holder: AppBadgeApi, count: number): Promise<void> {
  try {
    await (count > 0 ? holder.setAppBadge?.(count) : holder.clearAppBadge?.());
  } catch {
    // Some browsers allow a badge for installed apps only.
  }
}
