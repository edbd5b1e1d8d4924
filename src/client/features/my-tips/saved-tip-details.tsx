import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { rowResultSoFar } from '#client/ui/tip/result-so-far.ts';
import { useTimeOut } from '#client/data/time-out.ts';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { UnlessInTimeOut } from '#client/ui/messages/unless-in-time-out.tsx';
import { Notice, Problem } from '#client/ui/notice.tsx';
import { LegRow } from '#client/ui/tip/leg.tsx';
import { Perforation } from '#client/ui/tip/leg-bar.tsx';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { isInPlay } from '#client/ui/tip/tip-progress.ts';
import { TicketStub } from '#client/ui/tip/ticket-stub.tsx';
import { ExplainedTotal } from '#client/ui/tip/tip-stub.tsx';
import { isExpired } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { DeviceNotice, WithdrawalState } from './device-notice.tsx';
import { OwnText } from './own-text.tsx';
import { TipFacts, stakeAndExpiry } from './tip-facts.tsx';
import { useBook } from './use-book.ts';

type SavedTipDetailsProps = { tip: OptimisticTip; now: Date; onClose: () => void };

/** A saved tip in full, with the booking action. */
export function SavedTipDetails({ tip, now, onClose }: SavedTipDetailsProps) {
  const [failed, setFailed] = useState<string>();
  const { busy, book } = useBook(tip, { onBooked: onClose, onFailed: setFailed });
  const figures = stakeAndExpiry(tip);
  const expired = isExpired({ expiresAt: new Date(tip.expiryTime) }, now);
  const { device } = tip;
  const inPlay = isInPlay(tip, now);
  const withdrawn = device?.withdrawalId !== undefined;
  const refused = device?.state === 'needs-you' && !withdrawn;
  const button = (
    <UnlessInTimeOut until={useTimeOut()}>
      <Button look="primary" busy={busy} onClick={book} className="w-full">
        {busy ? t`Booking ticket` : t`Book Ticket`}
      </Button>
    </UnlessInTimeOut>
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
            resultSoFar={rowResultSoFar(leg, inPlay)}
            reasons
          />
        ))}
      </ul>
      <Perforation />
      <TicketStub figures={[{ label: t`Odds`, value: <ExplainedTotal tip={tip} /> }, ...figures]} />
      <OwnText tip={tip} onRemoved={onClose} />
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
            <DeviceNotice tip={tip} device={device} />
          </>
        )}
        {refused && tip.version === 0 && (
          <Notice tone="warning">{t`This tip is not posted yet, so it cannot be booked.`}</Notice>
        )}
        <Problem text={failed} />
      </div>
    </Modal>
  );
}
