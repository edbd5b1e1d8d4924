import { useLingui } from '@lingui/react/macro';
import { notify } from '#client/ui/messages/toasts.ts';
import type { StorageTrouble } from '#sync/storage/trouble.ts';
import { InTimeOutError, timeOutText } from '../time-out.ts';
import { useEngineState } from '../device/engine-state.ts';

/** Returns a function from the error of a failed write to a text: the reason and what to do. */
export function useSaveErrorText(): (error: unknown) => string {
  const { t } = useLingui();
  const { engine } = useEngineState();
  const words: Record<string, string> = {
    full: t`This phone is full: nothing was saved. Make room, then try again.`,
    refused: t`This browser keeps nothing for Touchline: nothing was saved.`,
    lost: t`The browser closed its storage, or a newer version of Touchline has changed it: nothing was saved. Reload the page and try again.`,
  } satisfies Record<StorageTrouble, string>;
  return (error) => {
    if (error instanceof InTimeOutError) return timeOutText(error.until);
    // Reports the fault to the engine, so that the storage notice shows it on every page.
    engine?.storage.reportStorageError(error);
    const trouble = error instanceof Error && 'trouble' in error ? String(error.trouble) : '';
    return words[trouble] ?? t`This phone could not save that. Try again.`;
  };
}

/** Returns a function that shows a message about an error while saving. */
export function useReportSaveError(): (error: unknown) => void {
  const { t } = useLingui();
  const notSavedWords = useSaveErrorText();
  return (error) => notify({ tone: 'lost', title: t`Not saved`, text: notSavedWords(error) });
}
