import * as z from 'zod/mini';
import { eraseAnalysis, type Tip } from '#contract/tips.ts';
import type { TextRemover } from '#domain/tip.ts';
import { ofOneTip, type TipOperation } from './operation.ts';

const OwnText = z.object({ tipId: z.string() });

/** Removes the text of an own tip. */
export const textErase: TipOperation<z.infer<typeof OwnText>> = {
  ...ofOneTip,
  rows: 'own',
  needs: 'extensions',
  repeatable: true,
  removesText: true,
  payload: OwnText,
  coalesce: ({ kind }, payload) => (kind === 'text.erase' ? { payload } : undefined),
  request: ({ tipId }, entityId) => ({
    route: eraseAnalysis,
    params: { id: entityId ?? tipId },
    body: {},
  }),
  effect: (tip) => tip && withoutAnalysis(tip, 'tipster'),
};

const OthersText = z.extend(OwnText, { reason: z.string() });

/** Removes the text of another member's tip, as an administrator, with a public reason. */
export const textModerate: TipOperation<z.infer<typeof OthersText>> = {
  ...ofOneTip,
  rows: 'others',
  needs: 'extensions',
  repeatable: true,
  removesText: true,
  payload: OthersText,
  coalesce: ({ kind }, payload) => (kind === 'text.moderate' ? { payload } : undefined),
  request: ({ tipId, reason }, entityId) => ({
    route: eraseAnalysis,
    params: { id: entityId ?? tipId },
    body: { reason },
  }),
  effect: (tip) => tip && withoutAnalysis(tip, 'administrator'),
};

/** A tip without its text; one that has none stays as it is. */
function withoutAnalysis({ analysis, ...tip }: Tip, by: TextRemover): Tip {
  return analysis === undefined ? tip : { ...tip, analysisRemovedBy: by };
}
