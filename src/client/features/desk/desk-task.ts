import { useState } from 'react';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { type RunTask, useTask } from '#client/ui/use-task.ts';

/** Runs an action that queues changes; a message reports a failure, under a title of its own. */
export function useReportedTask(title?: string): { busy: boolean; run: RunTask } {
  const notSavedWords = useNotSavedWords();
  return useTask((error) => {
    const text = notSavedWords(error);
    notify({ tone: 'lost', ...(title === undefined ? { title: text } : { title, text }) });
  });
}

/** Runs an action that queues changes; `failed` is the reason why the last one was not stored. */
export function useShownTask(): { busy: boolean; run: RunTask; failed: string | undefined } {
  const notSavedWords = useNotSavedWords();
  const [failed, setFailed] = useState<string>();
  return { ...useTask((error) => setFailed(notSavedWords(error))), failed };
}
