import * as z from 'zod/mini';
import { timeOutLengths } from '#domain/time-out.ts';
import { sparedLimit } from './limits.ts';
import { route } from './route.ts';
import { Instant } from './values.ts';

/** How long a time-out lasts. */
export const TimeOutLength = z.enum(timeOutLengths);

/**
 * A time-out as its member began it. `since` is when that was, by the server's time as their phone knew
 * it; a moment to come counts as now. `spared` are the keys of tips and bookings that were saved on
 * the phone before: they are taken all the same, whenever they come. No other is, and a time-out that
 * runs already keeps to those it began with.
 */
export const TimeOutTaken = z.strictObject({
  length: TimeOutLength,
  since: z.optional(Instant),
  spared: z._default(
    z.array(z.string().check(z.regex(/^[!-~]{1,255}$/))).check(z.maxLength(sparedLimit)),
    [],
  ),
});
export type TimeOutTaken = z.input<typeof TimeOutTaken>;

/**
 * Begins a time-out: until it is over, nothing is posted and nothing is booked. Nobody can shorten or
 * lift it; a time-out that ends later takes its place, and one that would end sooner changes nothing.
 */
export const takeTimeOut = route({
  method: 'PUT',
  path: '/api/users/me/time-out',
  summary: 'Take a break from posting and booking',
  access: 'member',
  body: TimeOutTaken,
  reply: z.object({ until: Instant }),
  problems: [],
});
