import { reviseMessages, type Toast } from '#client/ui/messages/toasts.ts';
import {
  isOperationFinished,
  type OperationProgress,
  watchOperation,
} from '#sync/outbox/operation-progress.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';

/** Hides a message when its operation ends, and its Undo button when the operation is sent. */
export function endMessageWithOperation(store: MemberStore, { operation }: Toast): void {
  if (operation === undefined) return;
  const endWatch = watchOperation(store, operation, (row) => {
    if (isOperationFinished(row)) {
      endWatch();
      reviseMessages((toast) => (toast.operation === operation ? undefined : toast));
    } else if (row?.sentEver) {
      reviseMessages((toast) => (toast.operation === operation ? removeUndo(toast) : toast));
    }
  });
}

function removeUndo(toast: Toast): Toast {
  const { undo, ...rest } = toast;
  return undo ? rest : toast;
}

/** How long a message about a saved change waits for the response, in milliseconds. */
const answerTimeoutMs = 1500;

type WaitingState = 'unsent' | 'sent' | undefined;

/**
 * Resolves to `unsent`, to `sent` if it is too late for an undo, or to undefined if a response
 * came. Resolves after the first failed attempt, or if no response came in `answerTimeoutMs`.
 */
export async function awaitOperationState(store: MemberStore, id: string): Promise<WaitingState> {
  const { promise, resolve } = Promise.withResolvers<WaitingState>();
  const last: { progress?: OperationProgress } = {};
  let isDue = false;
  const endWatch = watchOperation(store, id, (progress) => {
    last.progress = progress;
    if (isDue || isOperationFinished(progress) || hasFailed(progress))
      resolve(toWaitingState(progress));
  });
  const timer = setTimeout(() => {
    isDue = true;
    // On a slow disk the operation may not have been read yet.
    if ('progress' in last) resolve(toWaitingState(last.progress));
  }, answerTimeoutMs);
  const state = await promise;
  clearTimeout(timer);
  endWatch();
  return state;
}

function hasFailed(progress: OperationProgress): boolean {
  return progress !== undefined && progress.attempts > 0 && progress.state !== 'sending';
}

function toWaitingState(progress: OperationProgress): WaitingState {
  if (isOperationFinished(progress)) return undefined;
  return progress?.sentEver ? 'sent' : 'unsent';
}
