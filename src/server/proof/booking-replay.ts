import * as z from 'zod/mini';

import type { ReplayedTip } from '#contract/proof/tip-replay.ts';

import type { ChainedEvent } from './chained-events.ts';

const OwnContent = z.object({ copiedFrom: z.nullable(z.string()), stake: z.number() });
const Booking = z.object({
  tipId: z.string(),
  bookedAt: z.string(),
  odds: z.record(z.string(), z.number()),
});

/** Parses the private content of the event that posts a tip. */
export function parseOwnContent({ own }: ChainedEvent): z.infer<typeof OwnContent> {
  return z.parse(OwnContent, own);
}

/** Parses the private content of a booking event: the tip's id and its prices. */
export function parseBooking({ own }: ChainedEvent): z.infer<typeof Booking> {
  return z.parse(Booking, own);
}

/** Applies the booking of a copied tip. */
export function replayBooking(tip: ReplayedTip, booking: z.infer<typeof Booking>): void {
  tip.bookedAt = booking.bookedAt;
  for (const leg of tip.legs) leg.bookedOdd = booking.odds[leg.fixtureId] ?? 0;
}
