import { reviseMessages, type Toast } from '#client/ui/messages/toasts.ts';
import { isOver, type Progress, watchOperation } from '#sync/outbox/operation-progress.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';

/** Ends a message with the operation it reports, and its undo as soon as that was sent. */
export function endWithOperation(store: MemberStore, { operation }: Toast): void {
  if (operation === undefined) return;
  const endWatch = watchOperation(store, operation, (row) => {
    if (isOver(row)) {
      endWatch();
      reviseMessages((toast) => (toast.operation === operation ? undefined : toast));
    } else if (row?.sentEver) {
      reviseMessages((toast) => (toast.operation === operation ? withoutUndo(toast) : toast));
    }
  });
}

function withoutUndo(toast: Toast): Toast {
  const { undo, ...rest } = toast;
  return undo ? rest : toast;
}

/** How long somebody waits for an answer before they are told that it is saved, in milliseconds. */
const patienceMs = 1500;

/**
 * Resolves to how an operation waits: `unsent`, or `sent` where an undo would come too late; undefined once it was
 * answered. It waits when its first attempt has failed, or when no answer has come for a moment.
 */
export async function waitingState(
  store: MemberStore,
  id: string,
): Promise<'unsent' | 'sent' | undefined> {
  const { promise, resolve } = Promise.withResolvers<'unsent' | 'sent' | undefined>();
  let last: Progress;
  const decide = () => resolve(isOver(last) ? undefined : last?.sentEver ? 'sent' : 'unsent');
  const endWatch = watchOperation(store, id, (row) => {
    last = row;
    if (isOver(row) || (row && row.attempts > 0 && row.state !== 'sending')) decide();
  });
  const timer = setTimeout(decide, patienceMs);
  const state = await promise;
  clearTimeout(timer);
  endWatch();
  return state;
}
