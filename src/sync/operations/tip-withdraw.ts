import * as z from 'zod/mini';
import { withdrawTip } from '#contract/tips.ts';
import type { TipOperation } from '../operation.ts';

export const TipWithdraw = z.object({ tipId: z.string() });
export type TipWithdraw = z.infer<typeof TipWithdraw>;

export const tipWithdraw: TipOperation<TipWithdraw> = {
  kind: 'tip.withdraw',
  v: 1,
  about: 'tip',
  rows: 'own',
  payload: TipWithdraw,
  lane: ({ tipId }) => `tip:${tipId}`,
  subject: ({ tipId }) => tipId,
  retarget: (payload, tipId) => ({ ...payload, tipId }),
  coalesce({ kind }, payload) {
    if (kind === 'tip.post') return 'nothing';
    // A booking that nobody has sent has no point any more, and would make it too late to withdraw.
    return kind === 'tip.book' || kind === 'tip.withdraw' ? { payload } : undefined;
  },
  request: ({ tipId }, { entityId }) => ({
    route: withdrawTip,
    params: { id: entityId ?? tipId },
  }),
  fold: () => undefined,
};
