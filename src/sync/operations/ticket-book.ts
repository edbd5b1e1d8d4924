import * as z from 'zod/mini';
import { bookTicket } from '#contract/tickets.ts';
import type { TicketOperation } from '../operation.ts';

export const TicketBook = z.object({ ticketId: z.string() });
export type TicketBook = z.infer<typeof TicketBook>;

export const ticketBook: TicketOperation<TicketBook> = {
  kind: 'ticket.book',
  v: 1,
  about: 'ticket',
  rows: 'own',
  payload: TicketBook,
  lane: ({ ticketId }) => `tip:${ticketId}`,
  subject: ({ ticketId }) => ticketId,
  retarget: (payload, ticketId) => ({ ...payload, ticketId }),
  request: ({ ticketId }, { entityId }) => ({
    route: bookTicket,
    params: { id: entityId ?? ticketId },
    body: {},
  }),
  fold: (ticket) => ticket && { ...ticket, IsBooked: true },
};
