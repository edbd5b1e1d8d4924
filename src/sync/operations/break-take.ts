import * as z from 'zod/mini';
import { BreakLength, takeBreak } from '#contract/break-mode.ts';
import { Instant } from '#contract/values.ts';
import { breakEnd, laterEnd } from '#domain/break-mode.ts';
import type { ProfileOperation } from '../operation.ts';

/** A break as it was begun on this phone, whatever the line: `since` is the server's time there. */
export const BreakTake = z.object({
  length: BreakLength,
  since: Instant,
  /** Tips and bookings that were queued before it: they go out, whichever comes first. */
  spared: z.array(z.string()),
});
export type BreakTake = z.infer<typeof BreakTake>;

export const breakTake: ProfileOperation<BreakTake> = {
  kind: 'break.take',
  v: 1,
  about: 'profile',
  rows: 'own',
  payload: BreakTake,
  // A lane of its own: a form that is refused must not hold up a break.
  lane: (_, memberId) => `break:${memberId}`,
  subject: (_, memberId) => memberId,
  request: (payload, { foreign }) => {
    // The spec has no such call. There the phone alone holds its member to it.
    if (foreign) throw new Error('This backend knows no breaks.');
    return { route: takeBreak, body: payload };
  },
  fold(profile, { length, since }) {
    if (profile === undefined) return undefined;
    const { breakUntil } = profile;
    const told = breakUntil === undefined ? undefined : new Date(breakUntil);
    const until = laterEnd(told, breakEnd(new Date(since), length));
    return { ...profile, ...(until && { breakUntil: until.toISOString() }) };
  },
};
