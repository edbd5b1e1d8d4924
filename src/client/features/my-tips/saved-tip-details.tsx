import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { findRowResultSoFar } from '#client/ui/tip/result-so-far.ts';
import { useTimeOutEnd } from '#client/data/time-out.ts';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { TimeOutGuard } from '#client/ui/messages/time-out-guard.tsx';
import { Notice, ProblemNotice } from '#client/ui/notice.tsx';
import { LegRow } from '#client/ui/tip/leg.tsx';
import { Perforation } from '#client/ui/tip/leg-bar.tsx';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { isInPlay } from '#client/ui/tip/tip-progress.ts';
import { LabelledFigures } from '#client/ui/tip/labelled-figures.tsx';
import { ExplainedTotal } from '#client/ui/tip/tip-card-footer.tsx';
import { isExpired } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { TipSyncNotice, WithdrawalState } from './tip-sync-notice.tsx';
import { OwnTipText } from './own-tip-text.tsx';
import { TipFacts, listTipFigures } from './tip-facts.tsx';
import { useBookTip } from './use-book-tip.ts';

type SavedTipDetailsProps = { tip: OptimisticTip; now: Date; onClose: () => void };

/** A dialog with a saved tip and a button that books it. */
export function SavedTipDetails({ tip, now, onClose }: SavedTipDetailsProps) {
  const [failed, setFailed] = useState<string>();
  const { busy, book } = useBookTip(tip, { onBooked: onClose, onFailed: setFailed });
  const figures = listTipFigures(tip);
  const expired = isExpired({ expiresAt: new Date(tip.expiryTime) }, now);
  const { device } = tip;
  const inPlay = isInPlay(tip, now);
  const withdrawn = device?.withdrawalId !== undefined;
  const refused = device?.state === 'needs-you' && !withdrawn;
  const button = (
    <TimeOutGuard until={useTimeOutEnd()}>
      <Button look="primary" busy={busy} onClick={book} className="w-full">
        {busy ? t`Booking ticket` : t`Book Ticket`}
      </Button>
    </TimeOutGuard>
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Ticket Details`}
      actions={expired || refused || withdrawn ? undefined : button}
    >
      <h3 className="text-lg">{t`Stake Slip`}</h3>
      <ul className="@container mt-2">
        {tip.options.map((leg) => (
          <LegRow
            key={leg.fixtureId}
            leg={leg}
            now={now}
            resultSoFar={findRowResultSoFar(leg, inPlay)}
            reasons
          />
        ))}
      </ul>
      <Perforation />
      <LabelledFigures
        figures={[{ label: t`Odds`, value: <ExplainedTotal tip={tip} /> }, ...figures]}
      />
      <OwnTipText tip={tip} onRemoved={onClose} />
      <div className="grid gap-3 pt-3">
        <TipFacts tip={tip} />
        <div className="empty:hidden">
          <ShareTip tip={tip} />
        </div>
        {expired && tip.outcome === 'open' && (
          <Notice>
            {t`Expired: its first game has kicked off. It cannot be booked any more.`}
          </Notice>
        )}
        {device && withdrawn && (
          <>
            <WithdrawalState tip={tip} device={device} />
            <TipSyncNotice tip={tip} device={device} />
          </>
        )}
        {refused && tip.version === 0 && (
          <Notice tone="warning">{t`This tip is not posted yet, so it cannot be booked.`}</Notice>
        )}
        <ProblemNotice text={failed} />
      </div>
    </Modal>
  );
}
