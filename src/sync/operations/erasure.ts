import * as z from 'zod/mini';
import { hasText, removeTexts } from '#contract/tip-texts.ts';
import { eraseAnalysis, type Tip } from '#contract/tips.ts';
import type { TextRemover } from '#domain/tip.ts';
import { tipOperationBase, type TipOperation } from './operation.ts';

const EraseTextPayload = z.object({ tipId: z.string() });
const ModerateTextPayload = z.extend(EraseTextPayload, { reason: z.string() });

const textOperationBase = {
  ...tipOperationBase,
  isTouchlineOnly: true,
  repeatable: true,
  removesText: true,
  refreshes: 'tip',
} as const;

/** Removes the text of an own tip. */
export const eraseTextOperation: TipOperation<z.infer<typeof EraseTextPayload>> = {
  ...textOperationBase,
  rows: 'own',
  payload: EraseTextPayload,
  merge: ({ kind }, payload) => (kind === 'text.erase' ? { payload } : undefined),
  request: ({ tipId }, entityId) => buildErasureRequest(entityId ?? tipId),
  effect: (tip) => tip && toErasedTip(tip, 'tipster'),
};

/** Removes the text of another member's tip, as an administrator, with a public reason. */
export const moderateTextOperation: TipOperation<z.infer<typeof ModerateTextPayload>> = {
  ...textOperationBase,
  rows: 'others',
  payload: ModerateTextPayload,
  merge: ({ kind }, payload) => (kind === 'text.moderate' ? { payload } : undefined),
  request: ({ tipId, reason }, entityId) => buildErasureRequest(entityId ?? tipId, reason),
  effect: (tip) => tip && toErasedTip(tip, 'administrator'),
};

function buildErasureRequest(id: string, reason?: string) {
  return {
    route: eraseAnalysis,
    params: { id },
    body: { ...(reason !== undefined && { reason }) },
  };
}

/** Removes the texts of a tip; returns a tip without text unchanged. */
function toErasedTip(tip: Tip, by: TextRemover): Tip {
  return hasText(tip) ? { ...removeTexts(tip), analysisRemovedBy: by } : tip;
}
