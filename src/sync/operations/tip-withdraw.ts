import * as z from 'zod/mini';
import { withdrawTip } from '#contract/tickets.ts';
import type { TicketOperation } from '../operation.ts';

export const TipWithdraw = z.object({ ticketId: z.string() });
export type TipWithdraw = z.infer<typeof TipWithdraw>;

export const tipWithdraw: TicketOperation<TipWithdraw> = {
  kind: 'tip.withdraw',
  v: 1,
  about: 'ticket',
  rows: 'own',
  payload: TipWithdraw,
  lane: ({ ticketId }) => `tip:${ticketId}`,
  subject: ({ ticketId }) => ticketId,
  retarget: (payload, ticketId) => ({ ...payload, ticketId }),
  coalesce({ kind }, payload) {
    if (kind === 'tip.post') return 'nothing';
    // A booking that nobody has sent has no point any more, and would make it too late to withdraw.
    return kind === 'ticket.book' || kind === 'tip.withdraw' ? { payload } : undefined;
  },
  request: ({ ticketId }, { entityId }) => ({
    route: withdrawTip,
    params: { id: entityId ?? ticketId },
  }),
  fold: () => undefined,
};
