import * as z from 'zod/mini';
import { bookTip } from '#contract/tips.ts';
import type { TipOperation } from '../operation.ts';

export const TipBook = z.object({ tipId: z.string() });
export type TipBook = z.infer<typeof TipBook>;

export const tipBook: TipOperation<TipBook> = {
  kind: 'tip.book',
  v: 1,
  about: 'tip',
  rows: 'own',
  payload: TipBook,
  lane: ({ tipId }) => `tip:${tipId}`,
  subject: ({ tipId }) => tipId,
  retarget: (payload, tipId) => ({ ...payload, tipId }),
  request: ({ tipId }, { entityId }) => ({
    route: bookTip,
    params: { id: entityId ?? tipId },
    body: {},
  }),
  fold: (tip) => tip && { ...tip, IsBooked: true },
};
