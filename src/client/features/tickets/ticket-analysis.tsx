import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import { useReportSavedUnlessAnswered } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { TipAnalysis } from '#client/ui/text.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { hasOrHadText, hasText } from '#contract/tip-texts.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { tipSubject } from '#sync/outbox/subjects.ts';
import { ReasonForm } from '../desk/reason-form.tsx';

/** A ticket's text; an administrator can remove another member's text for a reason. */
export function TicketAnalysis({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const isOwn = useSession()?.memberId === tip.tipsterId;
  const remove = useRemoveTicketText(tip, () => setAsking(false));
  if (!hasOrHadText(tip)) return undefined;
  return (
    <section
      aria-label={t`Analysis`}
      className="grid justify-items-start gap-1 border-t-[1.5px] border-line px-4 py-3 text-sm"
    >
      <TipAnalysis tip={tip} />
      {hasText(tip) && !isOwn && (
        <Button look="quiet" onClick={() => setAsking(true)} className="-ms-4">
          {t`Remove text`}
        </Button>
      )}
      {asking && (
        <Modal open onClose={() => setAsking(false)} title={t`Remove text`}>
          <ReasonForm
            words={t`Remove text`}
            hint={t`Everybody reads it in the history of the ticket. The text is gone for good.`}
            onDecide={remove}
          />
        </Modal>
      )}
    </section>
  );
}

function useRemoveTicketText({ id }: OptimisticTip, onQueued: () => void) {
  const { t } = useLingui();
  const { enqueue, discardUnsent } = useOutboxActions();
  const reportSaved = useReportSavedUnlessAnswered();
  const { run } = useTask(useReportSaveError());
  return async (reason: string): Promise<void> =>
    run(async () => {
      const operation = await enqueue('text.moderate', { tipId: id, reason });
      onQueued();
      if (operation === undefined) return;
      reportSaved(t`The text is removed when you are online.`, {
        operation,
        subject: tipSubject(id),
        undo: () => void discardUnsent(operation),
      });
    });
}
