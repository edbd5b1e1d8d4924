import '../without-eval.ts';
import type { OperationRow } from '#sync/operation-row.ts';
import { payloadIn, type PayloadOf } from '#sync/operations/registry.ts';

/** The tip that an operation posts; undefined for any other operation. */
export function tipIn(row: OperationRow): PayloadOf<'tip.post'> | undefined {
  return payloadIn(row, 'tip.post');
}

/** Whether nothing of it has ever left this phone, so that it is still its person's alone. */
export function isUnsent({ state, sentEver }: OperationRow): boolean {
  return !sentEver && (state === 'pending' || state === 'blocked');
}
