import * as z from 'zod/mini';
import { TimeOutLength, takeTimeOut } from '#contract/members.ts';
import { Instant } from '#contract/values.ts';
import { timeOutEnd, laterTimeOutEnd } from '#domain/time-out.ts';
import type { RowOperation } from './operation.ts';

const TakeTimeOutPayload = z.object({
  length: TimeOutLength,
  /** Start in server time, as estimated by this device. */
  since: Instant,
  /** Ids of tips and bookings queued earlier, which the server accepts during the time-out. */
  spared: z.array(z.string()),
});

/** Sends a time-out that has started on this device. */
export const takeTimeOutOperation: RowOperation<'profile', z.infer<typeof TakeTimeOutPayload>> = {
  about: 'profile',
  rows: 'own',
  irrevocable: true,
  isTouchlineOnly: true,
  payload: TakeTimeOutPayload,
  // Uses a separate subject, so that a refused profile form does not delay the time-out.
  subjects: () => ['time-out'],
  request: (payload) => ({ route: takeTimeOut, body: payload }),
  effect(profile, { length, since }) {
    if (profile === undefined) return undefined;
    const { timeOutUntil } = profile;
    const known = timeOutUntil === undefined ? undefined : new Date(timeOutUntil);
    const until = laterTimeOutEnd(known, timeOutEnd(new Date(since), length));
    return { ...profile, ...(until && { timeOutUntil: until.toISOString() }) };
  },
};
