import * as z from 'zod/mini';
import { TimeOutLength, takeTimeOut } from '#contract/time-out.ts';
import { Instant } from '#contract/values.ts';
import { timeOutEnd, laterEnd } from '#domain/time-out.ts';
import type { ProfileOperation } from '../operation.ts';

/** A time-out as it was begun on this phone, whatever the line: `since` is the server's time there. */
export const TimeOutTake = z.object({
  length: TimeOutLength,
  since: Instant,
  /** Tips and bookings that were queued before it: they go out, whichever comes first. */
  spared: z.array(z.string()),
});
export type TimeOutTake = z.infer<typeof TimeOutTake>;

export const timeOutTake: ProfileOperation<TimeOutTake> = {
  kind: 'time-out.take',
  v: 1,
  about: 'profile',
  rows: 'own',
  payload: TimeOutTake,
  // A lane of its own: a form that is refused must not hold up a time-out.
  lane: (_, memberId) => `break:${memberId}`,
  subject: (_, memberId) => memberId,
  request: (payload, { foreign }) => {
    // The spec has no such call. There the phone alone holds its member to it.
    if (foreign) throw new Error('This backend knows no breaks.');
    return { route: takeTimeOut, body: payload };
  },
  fold(profile, { length, since }) {
    if (profile === undefined) return undefined;
    const { timeOutUntil } = profile;
    const told = timeOutUntil === undefined ? undefined : new Date(timeOutUntil);
    const until = laterEnd(told, timeOutEnd(new Date(since), length));
    return { ...profile, ...(until && { timeOutUntil: until.toISOString() }) };
  },
};
