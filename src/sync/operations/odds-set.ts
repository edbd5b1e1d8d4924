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
  request: ({ ticketId, legs, changes }, { entityId, foreign }) => ({
    route: editTicket,
    params: { id: entityId ?? ticketId },
    body: { options: sentLegs(legs, changes, foreign), stake: 0, priceSold: 0 },
  }),
  fold: (ticket, { changes }, row) => ticket && withLegs(ticket, changes, row.queuedAt),
};
