import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useActions } from '#client/data/outbox/actions.ts';
import { useNotSavedWords } from '#client/data/outbox/not-saved.ts';
import { useSaySavedOffline } from '#client/data/device/sync-state.ts';
import { useTimeOut } from '#client/data/time-out.ts';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { UnlessInTimeOut } from '#client/ui/messages/time-out.tsx';
import { Notice, Problem } from '#client/ui/notice.tsx';
import { OwnTexts } from '#client/ui/text.tsx';
import { LegRow } from '#client/ui/tip/leg.tsx';
import { ShareTip } from '#client/ui/tip/share-tip.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { isExpired } from '#domain/tip.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { DeviceNews } from './device-news.tsx';

type SavedTipDetailsProps = { tip: OptimisticTip; now: Date; onClose: () => void };

/** A saved tip in full, and the one place where it is booked. */
export function SavedTipDetails({ tip, now, onClose }: SavedTipDetailsProps) {
  const { t } = useLingui();
  const { busy, failed, book } = useBook(tip, onClose);
  const expired = isExpired({ expiresAt: new Date(tip.expiryTime) }, now);
  const { device } = tip;
  const withdrawn = device?.withdrawalId !== undefined;
  const refused = device?.state === 'needs-you' && !withdrawn;
  const button = (
    <UnlessInTimeOut until={useTimeOut()}>
      <Button look="act" busy={busy} onClick={book} className="w-full">
        {busy ? t`Booking ticket` : t`Book Ticket`}
      </Button>
    </UnlessInTimeOut>
  );
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Ticket Details`}
      acts={expired || refused || withdrawn ? undefined : button}
    >
      <h3 className="text-lg">{t`Stake Slip`}</h3>
      <ul className="@container mt-2">
        {tip.options.map((leg) => (
          <LegRow key={leg.fixtureId} leg={leg} now={now} reasons />
        ))}
      </ul>
      <OwnTexts tip={tip} />
      <div className="grid gap-3 pt-3">
        <div>
          <ShareTip tip={tip} />
        </div>
        {expired && (
          <Notice>
            {t`Expired: its first game has kicked off. It cannot be booked any more.`}
          </Notice>
        )}
        {device && withdrawn && <DeviceNews tip={tip} device={device} now={now} />}
        {refused && tip.version === 0 && (
          <Notice tone="warning">{t`This tip is not posted yet, so it cannot be booked.`}</Notice>
        )}
        <Problem text={failed} />
      </div>
    </Modal>
  );
}

function useBook(tip: OptimisticTip, onBooked: () => void) {
  const { t } = useLingui();
  const { act } = useActions();
  const saySaved = useSaySavedOffline();
  const notSavedWords = useNotSavedWords();
  const [failed, setFailed] = useState<string>();
  const { busy, run } = useTask((error) => setFailed(notSavedWords(error)));
  const book = () =>
    run(async () => {
      await act('tip.book', { tipId: tip.id }, { baseVersion: tip.version });
      saySaved(t`Your ticket is booked when you are online.`);
      onBooked();
    });
  return { busy, failed, book };
}
