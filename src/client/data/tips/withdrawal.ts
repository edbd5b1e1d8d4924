import type { Withdrawal } from '#client/ui/tip/withdrawal.tsx';
import type { Tip } from '#contract/tips.ts';
import { withdrawalDeadline, withdrawalWindowMs } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { useServerNow } from '../device/server-time.ts';

type TipPendingChanges = NonNullable<OptimisticTip['device']>;
type TipTimes = Pick<Tip, 'version' | 'creationTime' | 'options'>;
type WithdrawnTip = TipTimes & Pick<Tip, 'copiedFrom'>;

/**
 * True while a saved tip can be withdrawn: before the server has acknowledged the post, and then
 * for two minutes of the server's time and before any kick-off.
 */
export function canWithdraw(tip: OptimisticTip, now: Date): boolean {
  const { device, version } = tip;
  if (version === 0) return device !== undefined && isWithdrawable(device);
  if (device !== undefined || tip.IsBooked || tip.IsGameSuccessful) return false;
  return now <= withdrawalEndOf(tip);
}

/** True if an unacknowledged tip can be withdrawn; a refused tip is discarded instead. */
function isWithdrawable({ state, withdrawalId, mayBePosted }: TipPendingChanges): boolean {
  return withdrawalId === undefined && (mayBePosted === true || state !== 'needs-you');
}

/** The remaining time to withdraw a posted tip, in milliseconds; negative after the deadline. */
export function remainingWithdrawalMs(tip: TipTimes, now: Date): number {
  return withdrawalEndOf(tip).getTime() - now.getTime();
}

function withdrawalEndOf({ creationTime, options }: TipTimes): Date {
  return withdrawalDeadline({
    createdAt: new Date(creationTime),
    legs: options.map(({ startDateOfGame }) => ({ kickOff: new Date(startDateOfGame) })),
  });
}

/** The state of a withdrawal, computed for a time of the server's clock. */
export function toWithdrawal(
  { state, sentEver }: Pick<OperationRow, 'state' | 'sentEver'>,
  tip: WithdrawnTip | null | undefined,
  now: Date,
): Withdrawal {
  const known = tip && tip.version > 0 ? tip : undefined;
  const remainingMs = known && remainingWithdrawalMs(known, now);
  const untilKickOff =
    known !== undefined &&
    withdrawalEndOf(known).getTime() < Date.parse(known.creationTime) + withdrawalWindowMs;
  const isRefused = state === 'rejected' || state === 'conflict' || state === 'unreadable';
  const isLate = remainingMs !== undefined && remainingMs < 0;
  const unsent = isLate ? 'late' : 'waiting';
  const withdrawalState = isRefused ? 'refused' : sentEver ? 'unanswered' : unsent;
  const isCopy = tip?.copiedFrom !== undefined;
  return { state: withdrawalState, remainingMs, untilKickOff, isCopy };
}

/** The state of a withdrawal, updated every second. */
export function useWithdrawal(
  row: Pick<OperationRow, 'state' | 'sentEver'>,
  tip: WithdrawnTip | null | undefined,
): Withdrawal {
  return toWithdrawal(row, tip, useServerNow(1000));
}
