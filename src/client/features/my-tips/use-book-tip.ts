import { useBookOwnTip } from '#client/data/tips/tip-actions.ts';
import { useSaveErrorText } from '#client/data/outbox/save-error.ts';
import { useTask } from '#client/ui/use-task.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';

type BookCallbacks = {
  onBooked?: () => void;
  /** Called with the error text of a failed write. */
  onFailed: (words: string) => void;
};

/** Returns a function that books a saved tip; undo is possible until the booking is sent. */
export function useBookTip(tip: OptimisticTip, { onBooked, onFailed }: BookCallbacks) {
  const bookOwn = useBookOwnTip();
  const notSavedWords = useSaveErrorText();
  const { busy, run } = useTask((error) => onFailed(notSavedWords(error)));
  const book = () =>
    run(async () => {
      await bookOwn(tip);
      onBooked?.();
    });
  return { busy, book };
}
