import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useActions } from '#client/data/actions.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import type { GameTip } from '#client/data/queue.ts';
import { useReachability } from '#client/data/use-sync.ts';
import { liesOver } from '#client/ui/dialog/back-closes.ts';
import { problemWords } from '#client/ui/messages/problems.ts';
import { notify, useSaySaved } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';

/** Posts the slip, or one game alone. The tip is safe on the phone before anything else happens. */
export function usePosting(): { busy: boolean; post: (game?: GameTip) => Promise<void> } {
  const { t } = useLingui();
  const { postTip } = useActions();
  const reachability = useReachability();
  const navigate = useNavigate();
  const saySaved = useSaySaved();
  const notSavedWords = useNotSavedWords();
  const oops = (text: string) => notify({ tone: 'lost', title: t`Oops`, text });

  const { busy, run } = useTask();
  const post = (game?: GameTip) =>
    run(async () => {
      try {
        const posting = await postTip(game);
        if ('problem' in posting) {
          oops(
            posting.problem === 'analysis-too-long'
              ? t`The analysis is too long`
              : problemWords({ code: posting.problem, message: '' }),
          );
          return;
        }
        // With a line the server's own answer follows at once and says more.
        if (reachability !== 'online' || !navigator.onLine) {
          saySaved(t`It is sent when there is a line.`);
        }
        await navigate({ to: '/tips/my-tips', replace: liesOver() });
      } catch (error) {
        const reason = notSavedWords(error);
        oops(game ? t`${reason} Your tip is still here.` : t`${reason} Your slip is still here.`);
      }
    });
  return { busy, post };
}
