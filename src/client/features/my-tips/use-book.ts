import { useLingui } from '@lingui/react/macro';
import { useActions } from '#client/data/outbox/actions.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { undoWindowMs } from '#client/data/outbox/undo-window.ts';
import { useReportDelayed } from '#client/data/device/sync-state.ts';
import { useTask } from '#client/ui/use-task.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipLane } from '#sync/outbox/lane.ts';

type Answers = {
  onBooked?: () => void;
  /** Receives the error text of a failed write. */
  onFailed: (words: string) => void;
};

/** Books a saved tip in one tap, which can be undone until it is sent. */
export function useBook(tip: OptimisticTip, { onBooked, onFailed }: Answers) {
  const { t } = useLingui();
  const { enqueue, takeBack } = useActions();
  const reportDelayed = useReportDelayed();
  const notSavedWords = useNotSavedWords();
  const { busy, run } = useTask((error) => onFailed(notSavedWords(error)));
  const book = () =>
    run(async () => {
      const booking = await enqueue(
        'tip.book',
        { tipId: tip.id },
        { baseVersion: tip.version, holdMs: undoWindowMs },
      );
      if (booking !== undefined) {
        const soon = t`Your ticket is booked in a few seconds.`;
        const offline = t`Your ticket is booked when you are online.`;
        const undo = () => void takeBack(booking);
        reportDelayed({ soon, offline }, { operation: booking, subject: tipLane(tip.id), undo });
      }
      onBooked?.();
    });
  return { busy, book };
}
