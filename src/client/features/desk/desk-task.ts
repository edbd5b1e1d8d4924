import { useState } from 'react';
import { useSaveErrorText } from '#client/data/outbox/save-error.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { type RunTask, useTask } from '#client/ui/use-task.ts';

/** Runs an action that queues changes; a toast with `title` reports a failure. */
export function useTaskWithToast(title?: string): { busy: boolean; run: RunTask } {
  const notSavedWords = useSaveErrorText();
  return useTask((error) => {
    const text = notSavedWords(error);
    notify({ tone: 'lost', ...(title === undefined ? { title: text } : { title, text }) });
  });
}

/** Runs an action that queues changes; `failed` is the error text of the last action. */
export function useTaskWithError(): { busy: boolean; run: RunTask; failed: string | undefined } {
  const notSavedWords = useSaveErrorText();
  const [failed, setFailed] = useState<string>();
  return { ...useTask((error) => setFailed(notSavedWords(error))), failed };
}
