import { t } from '@lingui/core/macro';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import { tapUndoWindowMs } from '#client/data/outbox/undo-window.ts';
import { useReportDelayedChange } from '#client/data/device/sync-state.ts';
import { Button } from '#client/ui/button.tsx';
import { reportDiscarded } from '#client/ui/messages/toasts.ts';
import { TipAnalysis } from '#client/ui/text.tsx';
import { SubjectForScreenReader } from '#client/ui/tip/card-action.tsx';
import { tipName } from '#client/ui/tip/tip-name.ts';
import { useTask } from '#client/ui/use-task.ts';
import { hasOrHadText, hasText } from '#contract/tip-texts.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipSubject } from '#sync/outbox/subjects.ts';

type OwnTipTextProps = { tip: OptimisticTip; onRemoved: () => void };

/** The analysis of an own tip, and a command that removes it from a posted tip. */
export function OwnTipText({ tip, onRemoved }: OwnTipTextProps) {
  const { enqueue, discardUnsent } = useOutboxActions();
  const reportDelayed = useReportDelayedChange();
  const { busy, run } = useTask(useReportSaveError());
  const { id, analysisRemovedBy, version, device } = tip;
  if (!hasOrHadText(tip)) return undefined;
  const remove = async () =>
    run(async () => {
      const operation = await enqueue('text.erase', { tipId: id }, { holdMs: tapUndoWindowMs });
      onRemoved();
      if (operation === undefined) return;
      const soon = t`The text is removed in a few seconds.`;
      const offline = t`The text is removed when you are online.`;
      const undo = () => void run(async () => reportDiscarded(await discardUnsent(operation)));
      reportDelayed({ soon, offline }, { operation, subject: tipSubject(id), undo });
    });
  // The text of an unsent tip is discarded together with the tip, so it needs no button.
  const mayRemove = hasText(tip) && version > 0;
  return (
    <div className="grid justify-items-start gap-1 pt-3 text-sm">
      <TipAnalysis tip={tip} />
      {analysisRemovedBy !== undefined && device && (
        <p className="text-dim">{t`Removal saved on this phone.`}</p>
      )}
      {mayRemove && (
        <Button look="quiet" busy={busy} onClick={remove} className="-ms-4">
          {t`Remove text`}
          <SubjectForScreenReader about={tipName(tip)} />
        </Button>
      )}
    </div>
  );
}
