import { t } from '@lingui/core/macro';
import { dayAndTime } from '#client/ui/formats.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { InTimeOut } from './in-time-out.ts';

/** What to say where a time-out is in the way: until when, and that nothing was lost. */
export function lockedWords(until: Date): string {
  const end = dayAndTime(until);
  return t`Nothing is posted or booked until ${end}. Nothing was lost; try it again then.`;
}

/** Says that a time-out is in the way of an act, and answers instead of it; other errors go on. */
export async function sayLocked<Value>(act: Promise<Value>, instead: Value): Promise<Value> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof InTimeOut)) throw error;
    notify({ tone: 'waiting', title: t`You are on a break`, text: lockedWords(error.until) });
    return instead;
  }
}
