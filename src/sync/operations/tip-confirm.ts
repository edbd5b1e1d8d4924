import * as z from 'zod/mini';
import { confirmTip } from '#contract/tips.ts';
import type { TipOperation } from '../operation.ts';

export const TipConfirm = z.object({ tipId: z.string() });
export type TipConfirm = z.infer<typeof TipConfirm>;

export const tipConfirm: TipOperation<TipConfirm> = {
  kind: 'tip.confirm',
  v: 1,
  about: 'tip',
  rows: 'others',
  payload: TipConfirm,
  lane: ({ tipId }) => `tip:${tipId}`,
  subject: ({ tipId }) => tipId,
  request: ({ tipId }, { entityId }) => ({
    route: confirmTip,
    params: { id: entityId ?? tipId },
    body: { IsGameSuccessful: true },
  }),
  fold: (tip) => tip && { ...tip, IsGameSuccessful: true },
};
