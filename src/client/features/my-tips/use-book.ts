import { useLingui } from '@lingui/react/macro';
import { useActions } from '#client/data/outbox/actions.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { useSaySavedOffline } from '#client/data/device/sync-state.ts';
import { useTask } from '#client/ui/use-task.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipLane } from '#sync/outbox/lane.ts';

type Answers = {
  onBooked?: () => void;
  /** Is told why it was not saved on this phone. */
  onFailed: (words: string) => void;
};

/** Books a saved tip in one tap; without a connection that can be undone until it is sent. */
export function useBook(tip: OptimisticTip, { onBooked, onFailed }: Answers) {
  const { t } = useLingui();
  const { act, takeBack } = useActions();
  const saySaved = useSaySavedOffline();
  const notSavedWords = useNotSavedWords();
  const { busy, run } = useTask((error) => onFailed(notSavedWords(error)));
  const book = () =>
    run(async () => {
      const booking = await act('tip.book', { tipId: tip.id }, { baseVersion: tip.version });
      if (booking !== undefined) {
        saySaved(t`Your ticket is booked when you are online.`, {
          operation: booking,
          subject: tipLane(tip.id),
          undo: () => void takeBack(booking),
        });
      }
      onBooked?.();
    });
  return { busy, book };
}
