import { useBookOwn } from '#client/data/tips/tip-actions.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { useTask } from '#client/ui/use-task.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';

type Answers = {
  onBooked?: () => void;
  /** Receives the error text of a failed write. */
  onFailed: (words: string) => void;
};

/** Books a saved tip in one tap, which can be undone until it is sent. */
export function useBook(tip: OptimisticTip, { onBooked, onFailed }: Answers) {
  const bookOwn = useBookOwn();
  const notSavedWords = useNotSavedWords();
  const { busy, run } = useTask((error) => onFailed(notSavedWords(error)));
  const book = () =>
    run(async () => {
      await bookOwn(tip);
      onBooked?.();
    });
  return { busy, book };
}
