import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { TicketView } from '#sync/fold.ts';
import { hasStarted } from '#domain/fixture.ts';
import { useActions } from '#client/data/actions.ts';
import { useNotSavedWords } from '#client/data/not-saved.ts';
import { useBreak } from '#client/data/use-break.ts';
import { useReachability } from '#client/data/use-sync.ts';
import { UnlessOnBreak } from '#client/ui/break-notice.tsx';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/modal.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { ShareTip } from '#client/ui/share-tip.tsx';
import { LegRow } from '#client/ui/ticket-card.tsx';
import { useSaySaved } from '#client/ui/say-saved.ts';

type SavedTicketDetailsProps = { ticket: TicketView; now: Date; onClose: () => void };

/** A saved ticket in full, and the one place where it is booked. */
export function SavedTicketDetails({ ticket, now, onClose }: SavedTicketDetailsProps) {
  const { t } = useLingui();
  const { bookTicket } = useActions();
  const reachability = useReachability();
  const [busy, setBusy] = useState(false);
  const saySaved = useSaySaved();
  const notSavedWords = useNotSavedWords();
  const [failed, setFailed] = useState<string>();
  const expired = hasStarted(new Date(ticket.expiryTime), now);
  const refused = ticket.device?.state === 'needs-you';
  const until = useBreak();

  const book = async () => {
    setBusy(true);
    try {
      await bookTicket(ticket);
      // With a line the server's own answer follows at once and says more.
      if (reachability !== 'online' || !navigator.onLine) {
        saySaved(t`Your ticket is booked when there is a line.`);
      }
      onClose();
    } catch (error) {
      setFailed(notSavedWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={t`Ticket Details`}
      acts={
        expired || refused ? undefined : (
          <UnlessOnBreak until={until}>
            <Button look="act" busy={busy} onClick={book} className="w-full">
              {busy ? <Trans>Booking ticket</Trans> : <Trans>Book Ticket</Trans>}
            </Button>
          </UnlessOnBreak>
        )
      }
    >
      <h3 className="text-lg">
        <Trans>Stake Slip</Trans>
      </h3>
      <ul className="-mx-4 mt-2">
        {ticket.options.map((leg) => (
          <LegRow key={leg.fixtureId} leg={leg} />
        ))}
      </ul>
      <div className="grid gap-3 pt-3">
        {ticket.analysis !== undefined && (
          <p dir="auto" className="text-sm whitespace-pre-line">
            {ticket.analysis}
          </p>
        )}
        <div>
          <ShareTip tip={ticket} />
        </div>
        {expired && (
          <Notice>
            <Trans>Expired: its first game has kicked off. It cannot be booked any more.</Trans>
          </Notice>
        )}
        {refused && (
          <Notice tone="warning">
            <Trans>This tip is not posted yet, so it cannot be booked.</Trans>
          </Notice>
        )}
        {failed !== undefined && (
          <Notice tone="warning" role="alert">
            {failed}
          </Notice>
        )}
      </div>
    </Modal>
  );
}
