import { t } from '@lingui/core/macro';
import { dayAndTime } from '#client/ui/formats.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import {
  isInTimeOut,
  laterEnd,
  timeOutEnd,
  timeOutLengths,
  type TimeOutLength,
} from '#domain/time-out.ts';
import { keptTimeOutDocument } from '#sync/document-names.ts';
import { useDevice } from './device-context.tsx';
import { useDocument } from './documents.ts';
import { useProfile } from './member-rows.ts';
import { useServerNow } from './server-time.ts';

/** Nothing was posted or booked, because its member is on a time-out. */
export class InTimeOut extends Error {
  override readonly name = 'OnABreak';
  readonly until: Date;

  constructor(until: Date) {
    super('Nothing is posted or booked during a break.');
    this.until = until;
  }
}

/** How soon a time-out that is over is seen to be; whoever took none waits for nothing. */
const pace = { some: 20_000, none: 3_600_000 } as const;

/** Until when the member is on a time-out; null when they are on none, undefined until that was read. */
export function useTimeOut(): Date | null | undefined {
  const { member } = useDevice();
  const stored = useDocument(member?.store, keptTimeOutDocument);
  const profile = useProfile();
  const timeOutUntil = profile?.timeOutUntil;
  const ofProfile = timeOutUntil === undefined ? undefined : new Date(timeOutUntil);
  const until = laterEnd(storedTimeOutEnd(stored), ofProfile);
  const now = useServerNow(until ? pace.some : pace.none);
  if (stored === undefined || profile === undefined) return undefined;
  return until && isInTimeOut(until, now) ? until : null;
}

// Read by hand: a first screen looks at it, and has no shapes yet.

/** When the time-out ends that a document of this phone holds; undefined for none. */
export function storedTimeOutEnd(value: unknown): Date | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('length' in value) || !isLength(value.length)) return undefined;
  if (!('since' in value) || typeof value.since !== 'string') return undefined;
  const since = new Date(value.since);
  return Number.isNaN(since.getTime()) ? undefined : timeOutEnd(since, value.length);
}

function isLength(value: unknown): value is TimeOutLength {
  return timeOutLengths.some((length) => length === value);
}

/** What to say where a time-out is in the way: until when, and that nothing was lost. */
export function timeOutWords(until: Date): string {
  const end = dayAndTime(until);
  return t`Nothing is posted or booked until ${end}. Nothing was lost; try it again then.`;
}

/** Says that a time-out is in the way of an act, and answers instead of it; other errors go on. */
export async function sayIfInTimeOut<Value>(act: Promise<Value>, instead: Value): Promise<Value> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof InTimeOut)) throw error;
    notify({ tone: 'waiting', title: t`You are on a break`, text: timeOutWords(error.until) });
    return instead;
  }
}
