import * as z from 'zod/mini';
import { confirmTicket } from '#contract/tickets.ts';
import type { TicketOperation } from '../operation.ts';

export const TicketConfirm = z.object({ ticketId: z.string() });
export type TicketConfirm = z.infer<typeof TicketConfirm>;

export const ticketConfirm: TicketOperation<TicketConfirm> = {
  kind: 'ticket.confirm',
  v: 1,
  about: 'ticket',
  rows: 'others',
  payload: TicketConfirm,
  lane: ({ ticketId }) => `tip:${ticketId}`,
  subject: ({ ticketId }) => ticketId,
  request: ({ ticketId }, { entityId }) => ({
    route: confirmTicket,
    params: { id: entityId ?? ticketId },
    body: { IsGameSuccessful: true },
  }),
  fold: (ticket) => ticket && { ...ticket, IsGameSuccessful: true },
};
