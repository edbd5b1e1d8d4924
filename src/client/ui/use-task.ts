import { useState } from 'react';

/** Runs an async action of a page. */
export type RunTask = (action: () => Promise<unknown>) => Promise<void>;

/**
 * Returns a function that runs an async action, and whether an action is running. A failure is
 * passed to `onFailure`; without `onFailure` the caller gets the rejection.
 */
export function useTask(onFailure?: (error: unknown) => void): { busy: boolean; run: RunTask } {
  const [busy, setBusy] = useState(false);
  const run: RunTask = async (action) => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      if (!onFailure) throw error;
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
