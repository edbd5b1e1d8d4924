import * as z from 'zod/mini';
import { editTicket, LegResult } from '#contract/tickets.ts';
import type { TicketOperation } from '../operation.ts';
import { LegNamed, LegsSeen, sentLegs, withLegs } from './ticket-legs.ts';

/** The result of one leg: won (accepted), lost (declined) or void (withdrawn). */
export const LegSettle = z.extend(LegsSeen, { change: z.extend(LegNamed, { result: LegResult }) });
export type LegSettle = z.infer<typeof LegSettle>;

export const legSettle: TicketOperation<LegSettle> = {
  kind: 'leg.settle',
  v: 1,
  about: 'ticket',
  rows: 'others',
  payload: LegSettle,
  lane: ({ ticketId }) => `tip:${ticketId}`,
  subject: ({ ticketId }) => ticketId,
  request: ({ ticketId, legs, change }, { entityId, foreign }) => ({
    route: editTicket,
    params: { id: entityId ?? ticketId },
    body: { options: sentLegs(legs, [change], foreign), stake: 0, priceSold: 0 },
  }),
  fold: (ticket, { change }, row) => ticket && withLegs(ticket, [change], row.queuedAt),
};
