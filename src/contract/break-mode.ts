import * as z from 'zod/mini';
import { breakLengths } from '#domain/break-mode.ts';
import { sparedLimit } from './limits.ts';
import { route } from './route.ts';
import { Instant } from './values.ts';

/** How long a break lasts. */
export const BreakLength = z.enum(breakLengths);

/**
 * A break as its member began it. `since` is when that was, by the server's time as their phone knew
 * it; a moment to come counts as now. `spared` are the keys of tips and bookings that were saved on
 * the phone before: they are taken all the same, whenever they come. No other is, and a break that
 * runs already keeps to those it began with.
 */
export const BreakTaken = z.strictObject({
  length: BreakLength,
  since: z.optional(Instant),
  spared: z._default(
    z.array(z.string().check(z.regex(/^[!-~]{1,255}$/))).check(z.maxLength(sparedLimit)),
    [],
  ),
});
export type BreakTaken = z.input<typeof BreakTaken>;

/**
 * Begins a break: until it is over, nothing is posted and nothing is booked. Nobody can shorten or
 * lift it; a break that ends later takes its place, and one that would end sooner changes nothing.
 */
export const takeBreak = route({
  method: 'PUT',
  path: '/api/users/me/break',
  summary: 'Take a break from posting and booking',
  access: 'member',
  body: BreakTaken,
  reply: z.object({ until: Instant }),
  refusals: [],
});
