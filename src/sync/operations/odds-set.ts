import * as z from 'zod/mini';
import { editTicket } from '#contract/tickets.ts';
import { Price } from '#contract/values.ts';
import type { TicketOperation } from '../operation.ts';
import { LegNamed, LegsSeen, sentLegs, withLegs } from './ticket-legs.ts';

/** New prices for legs of a ticket. */
export const OddsSet = z.extend(LegsSeen, {
  changes: z.array(z.extend(LegNamed, { odd: Price })).check(z.minLength(1)),
});
export type OddsSet = z.infer<typeof OddsSet>;

export const oddsSet: TicketOperation<OddsSet> = {
  kind: 'odds.set',
  v: 1,
  about: 'ticket',
  rows: 'others',
  payload: OddsSet,
  lane: ({ ticketId }) => `tip:${ticketId}`,
  subject: ({ ticketId }) => ticketId,
  coalesce(earlier, payload) {
    const before = earlier.kind === 'odds.set' ? OddsSet.safeParse(earlier.payload) : undefined;
    if (!before?.success) return undefined;
    const anew = new Set(payload.changes.map(({ fixtureId }) => fixtureId));
    const others = before.data.changes.filter(({ fixtureId }) => !anew.has(fixtureId));
    // The legs stay as they were before either, which is what any other backend is sent.
    return {
      payload: { ...payload, legs: before.data.legs, changes: [...others, ...payload.changes] },
    };
  },
  request: ({ ticketId, legs, changes }, { entityId, foreign }) => ({
    route: editTicket,
    params: { id: entityId ?? ticketId },
    body: { options: sentLegs(legs, changes, foreign), stake: 0, priceSold: 0 },
  }),
  fold: (ticket, { changes }, row) => ticket && withLegs(ticket, changes, row.queuedAt),
};
