import { t } from '@lingui/core/macro';
import { dayAndTimeText } from '#client/ui/formats.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { isInTimeOut, laterTimeOutEnd } from '#domain/time-out.ts';
import { useMemberRows } from './member-row-queries.ts';
import { useServerNow } from './device/server-time.ts';

/** Thrown if a time-out blocks a post or a booking. */
export class InTimeOutError extends Error {
  override readonly name = 'OnABreak';
  readonly until: Date;

  constructor(until: Date) {
    super('Nothing is posted or booked during a break.');
    this.until = until;
  }
}

/** The interval of time-out checks in milliseconds: `some` during a time-out, else `none`. */
const timeOutCheckIntervalMs = { some: 20_000, none: 3_600_000 } as const;

/** The end of the member's time-out; null if there is none, undefined until it was read. */
export function useTimeOutEnd(): Date | null | undefined {
  const rows = useMemberRows();
  const timeOutUntil = rows?.profile?.timeOutUntil;
  const ofProfile = timeOutUntil === undefined ? undefined : new Date(timeOutUntil);
  const until = laterTimeOutEnd(rows?.storedTimeOutEnd, ofProfile);
  const now = useServerNow(until ? timeOutCheckIntervalMs.some : timeOutCheckIntervalMs.none);
  if (rows === undefined) return undefined;
  return until && isInTimeOut(until, now) ? until : null;
}

/** The text shown for an action that a time-out locks. */
export function timeOutText(until: Date): string {
  const end = dayAndTimeText(until);
  return t`Nothing is posted or booked until ${end}. Nothing was lost; try it again then.`;
}

/** If a time-out locks the action, shows a message and returns `instead`; rethrows other errors. */
export async function reportIfInTimeOut<Value>(
  action: Promise<Value>,
  instead: Value,
): Promise<Value> {
  try {
    return await action;
  } catch (error) {
    if (!(error instanceof InTimeOutError)) throw error;
    notify({ tone: 'waiting', title: t`You are on a break`, text: timeOutText(error.until) });
    return instead;
  }
}
