import '../without-eval.ts';
import { tipPost, TipPost } from '#sync/operations/tip-post.ts';
import type { OperationRow } from '#sync/outbox-store.ts';

/** The tip that an operation posts; undefined for any other operation. */
export function tipIn({ kind, payload }: OperationRow): TipPost | undefined {
  return kind === tipPost.kind ? TipPost.safeParse(payload).data : undefined;
}

/** Whether nothing of it has ever left this phone, so that it is still its person's alone. */
export function isUnsent({ state, sentEver }: OperationRow): boolean {
  return !sentEver && (state === 'pending' || state === 'blocked');
}
