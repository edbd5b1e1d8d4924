import { useState } from 'react';

/** Runs one async act of a page. */
export type RunTask = (act: () => Promise<unknown>) => Promise<void>;

/**
 * Whether an async act of a page is under way, and how to run one. A failure goes to `onFailure`;
 * without it, whoever runs the act sees it.
 */
export function useTask(onFailure?: (error: unknown) => void): { busy: boolean; run: RunTask } {
  const [busy, setBusy] = useState(false);
  const run: RunTask = async (act) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!onFailure) throw error;
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

/** Sends a form: whether that is under way, and the sentence that stands against it, if one does. */
export function useSending() {
  const { busy, run } = useTask();
  const [problem, setProblem] = useState<string>();
  const send = async (act: () => Promise<string | undefined>) =>
    run(async () => {
      setProblem(undefined);
      setProblem(await act());
    });
  return { busy, problem, send };
}
