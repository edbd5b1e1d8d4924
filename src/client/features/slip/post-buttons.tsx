import { t } from '@lingui/core/macro';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useSaveErrorText } from '#client/data/outbox/save-error.ts';
import type { SingleGameTip } from '#client/data/outbox/queue.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useReportSavedUnlessAnswered } from '#client/data/device/sync-state.ts';
import { useRepeatCheck } from '#client/data/tips/repeat-check.ts';
import type { SlipDraft } from '#client/data/tips/slip.ts';
import { useTimeOutEnd } from '#client/data/time-out.ts';
import { Button } from '#client/ui/button.tsx';
import { isDialogEntry } from '#client/ui/dialog/dialog-history.ts';
import { describeProblem } from '#client/ui/messages/problems.ts';
import { TimeOutGuard } from '#client/ui/messages/time-out-guard.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { tipSubject } from '#sync/outbox/subjects.ts';

/** The button that posts the slip; disabled while the slip repeats own tips. */
export function PostSlipButton({ draft }: { draft: SlipDraft }) {
  const { id, slip: selections, ifStarted } = draft;
  const repeat = useRepeatCheck({ id, selections, ifStarted }, useServerNow(20_000));
  return <PostTipButton isRefused={repeat?.problem !== undefined} />;
}

type PostTipButtonProps = {
  game?: SingleGameTip;
  /** True if a notice beside the button explains why the tip cannot be posted. */
  isRefused?: boolean;
  /** Called when the tip is stored, before the page is left. */
  onPosted?: () => void;
};

/** The button that posts the slip or a single game; during a time-out a notice. */
export function PostTipButton({ game, isRefused = false, onPosted }: PostTipButtonProps) {
  const { busy, post } = usePostTip(onPosted);
  const until = useTimeOutEnd();
  return (
    <div className="min-w-[min(100%,9rem)] flex-1">
      <TimeOutGuard until={until}>
        <Button
          look={isRefused ? 'plain' : 'primary'}
          data-post
          busy={busy || isRefused}
          onClick={() => void post(game)}
          className="w-full text-md"
        >
          {busy ? t`Create your tip` : t`Post Tip`}
        </Button>
      </TimeOutGuard>
    </div>
  );
}

/** Returns a function that stores the tip on the phone and opens the saved tips. */
function usePostTip(onPosted: PostTipButtonProps['onPosted']): {
  busy: boolean;
  post: (game?: SingleGameTip) => Promise<void>;
} {
  const { postTip } = useOutboxActions();
  const navigate = useNavigate();
  const { history } = useRouter();
  const reportSaved = useReportSavedUnlessAnswered();
  const notSavedWords = useSaveErrorText();
  const oops = (text: string) => notify({ tone: 'lost', title: t`Oops`, text });

  const { busy, run } = useTask();
  const post = (game?: SingleGameTip) =>
    run(async () => {
      try {
        const posting = await postTip(game);
        if ('problem' in posting) {
          oops(describeProblem({ message: '', ...posting.problem }));
          return;
        }
        const { postedId } = posting;
        reportSaved(t`Will be sent when you are online.`, {
          operation: postedId,
          subject: tipSubject(postedId),
        });
        // `flushSync` renders at once, so that the leave guard allows the navigation.
        if (onPosted) flushSync(onPosted);
        await navigate({ to: '/tips/my-tips', replace: isDialogEntry(history) });
      } catch (error) {
        const reason = notSavedWords(error);
        oops(game ? t`${reason} Your tip is still here.` : t`${reason} Your slip is still here.`);
      }
    });
  return { busy, post };
}
