import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import { useResubmitActions } from '#client/data/outbox/recovery.ts';
import { useServerNow } from '#client/data/device/server-time.ts';
import { useReportSavedUnlessAnswered } from '#client/data/device/sync-state.ts';
import { useTimeOutEnd } from '#client/data/time-out.ts';
import { canWithdraw, remainingWithdrawalMs } from '#client/data/tips/withdrawal.ts';
import { Button } from '#client/ui/button.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { useInlineQuestion } from '#client/ui/dialog/inline-question.tsx';
import { countdownText } from '#client/ui/formats.ts';
import { ReplaceSlip } from '#client/ui/messages/replace-slip.tsx';
import { reportDiscarded } from '#client/ui/messages/toasts.ts';
import { SubjectForScreenReader } from '#client/ui/tip/card-action.tsx';
import { tipName } from '#client/ui/tip/tip-name.ts';
import { type RunTask, useTask } from '#client/ui/use-task.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipSubject } from '#sync/outbox/subjects.ts';

/** Buttons that withdraw a tip, with or without correcting it, while a withdrawal is possible. */
export function WithdrawActions({ tip }: { tip: OptimisticTip }) {
  const now = useServerNow(1000);
  const task = useTask(useReportSaveError());
  const { asking, raise, answer, raiser } = useInlineQuestion();
  const correct = useCorrectTip(tip, task.run, { raise, answer });
  const withdraw = useWithdrawTip(tip);
  const timeOutUntil = useTimeOutEnd();
  if (!canWithdraw(tip, now)) return undefined;
  if (asking) {
    return (
      <div className="relative z-10 w-full">
        <ReplaceSlip onReplace={() => void correct(true)} onKeep={answer} />
      </div>
    );
  }
  return (
    <>
      <Button busy={task.busy} onClick={() => task.run(withdraw)} className="relative z-10">
        {t`Withdraw`}
        <SubjectForScreenReader about={tipName(tip)} />
      </Button>
      {!timeOutUntil && (
        <Button
          ref={raiser}
          busy={task.busy}
          inert={timeOutUntil === undefined}
          onClick={() => void correct(false)}
          className={joinClasses('relative z-10', timeOutUntil === undefined && 'invisible')}
        >
          {t`Withdraw and correct`}
          <SubjectForScreenReader about={tipName(tip)} />
        </Button>
      )}
    </>
  );
}

/** The remaining time to withdraw a posted tip, updated every second. */
export function WithdrawCountdown({ tip }: { tip: OptimisticTip }) {
  const ms = remainingWithdrawalMs(tip, useServerNow(1000));
  if (ms < 0) return undefined;
  const remaining = countdownText(ms);
  return (
    <p data-live className="w-full text-xs text-dim">
      <Trans>
        You can take it back for <span className="figure">{remaining}</span>.
      </Trans>
    </p>
  );
}

/** Returns a function that withdraws a posted tip or discards an unsent tip, with an undo. */
function useWithdrawTip(tip: OptimisticTip): () => Promise<void> {
  const { enqueue, discard, discardUnsent } = useOutboxActions();
  const reportSaved = useReportSavedUnlessAnswered();
  const [operationId] = tip.device?.operationIds ?? [];
  return async () => {
    if (isUnsentTip(tip) && operationId !== undefined) {
      reportDiscarded(await discard(operationId));
      return;
    }
    const seen = tip.version > 0 ? { baseVersion: tip.version } : {};
    const withdrawal = await enqueue('tip.withdraw', { tipId: tip.id }, seen);
    if (withdrawal === undefined) return;
    reportSaved(t`It has to reach us within two minutes of posting.`, {
      operation: withdrawal,
      subject: tipSubject(tip.id),
      undo: () => void discardUnsent(withdrawal),
    });
  };
}

/** Returns a function that moves a tip back to the slip; `raise` asks before it replaces games. */
function useCorrectTip(
  tip: OptimisticTip,
  run: RunTask,
  { raise, answer }: Pick<ReturnType<typeof useInlineQuestion>, 'raise' | 'answer'>,
) {
  const navigate = useNavigate();
  const { editAgain, withdrawAndCorrect } = useResubmitActions();
  const [operationId] = tip.device?.operationIds ?? [];
  return async (replace: boolean) =>
    run(async () => {
      const editing =
        isUnsentTip(tip) && operationId !== undefined
          ? await editAgain(operationId, replace)
          : await withdrawAndCorrect(tip, replace);
      if (editing === 'slip-in-use') raise();
      else answer();
      if (editing === 'on-the-slip') await navigate({ to: '/tips/create' });
    });
}

/** True if the tip is unsent, so that it can be discarded instead of withdrawn. */
function isUnsentTip({ version, device }: OptimisticTip): boolean {
  return version === 0 && device?.mayBePosted !== true;
}
