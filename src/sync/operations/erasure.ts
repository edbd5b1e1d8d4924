import * as z from 'zod/mini';
import { eraseAnalysis, type Tip } from '#contract/tips.ts';
import type { TextRemover } from '#domain/tip.ts';
import { ofOneTip, type TipOperation } from './operation.ts';

const OwnText = z.object({ tipId: z.string() });
const OthersText = z.extend(OwnText, { reason: z.string() });

const ofText = { ...ofOneTip, isTouchlineOnly: true, repeatable: true, removesText: true } as const;

/** Removes the text of an own tip. */
export const textErase: TipOperation<z.infer<typeof OwnText>> = {
  ...ofText,
  rows: 'own',
  payload: OwnText,
  merge: ({ kind }, payload) => (kind === 'text.erase' ? { payload } : undefined),
  request: ({ tipId }, entityId) => requestOf(entityId ?? tipId),
  effect: (tip) => tip && withoutAnalysis(tip, 'tipster'),
};

/** Removes the text of another member's tip, as an administrator, with a public reason. */
export const textModerate: TipOperation<z.infer<typeof OthersText>> = {
  ...ofText,
  rows: 'others',
  payload: OthersText,
  merge: ({ kind }, payload) => (kind === 'text.moderate' ? { payload } : undefined),
  request: ({ tipId, reason }, entityId) => requestOf(entityId ?? tipId, reason),
  effect: (tip) => tip && withoutAnalysis(tip, 'administrator'),
};

function requestOf(id: string, reason?: string) {
  return {
    route: eraseAnalysis,
    params: { id },
    body: { ...(reason !== undefined && { reason }) },
  };
}

/** A tip without its text; one that has none stays as it is. */
function withoutAnalysis({ analysis, ...tip }: Tip, by: TextRemover): Tip {
  return analysis === undefined ? tip : { ...tip, analysisRemovedBy: by };
}
