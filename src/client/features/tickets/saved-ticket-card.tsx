import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketView } from '#sync/fold.ts';
import { hasStarted } from '#domain/fixture.ts';
import { Button } from '#client/ui/button.tsx';
import { oddsText, weekdayAndTime } from '#client/ui/formats.ts';
import { TicketCard } from '#client/ui/ticket-card.tsx';
import { DeviceNews } from './device-news.tsx';
import { TicketFacts, TicketOpener } from './ticket-facts.tsx';
import { TicketStanding } from './ticket-standing.tsx';

type SavedTicketCardProps = { ticket: TicketView; now: Date; onOpen: (id: string) => void };

/** A saved tip that has not been booked: what is on it, until when, and whether it is posted. */
export function SavedTicketCard({ ticket, now, onOpen }: SavedTicketCardProps) {
  const { t } = useLingui();
  const expired = hasStarted(new Date(ticket.expiryTime), now);
  // Until the server has taken the tip there is nothing to book.
  const refused = ticket.device?.state === 'needs-you' && ticket.version === 0;
  const open = () => onOpen(ticket.id);
  return (
    <div className="relative">
      <TicketCard
        ticket={ticket}
        title={<TicketOpener ticket={ticket} onOpen={open} />}
        badge={<TicketStanding ticket={ticket} now={now} />}
        figures={[
          {
            label: t`Odds`,
            value: ticket.totalOdds > 0 ? oddsText(ticket.totalOdds) : t`Not priced yet`,
          },
          { label: t`Games`, value: ticket.options.length },
          {
            label: t`Expires`,
            value: <time dateTime={ticket.expiryTime}>{weekdayAndTime(ticket.expiryTime)}</time>,
          },
          { label: t`Stake`, value: ticket.stake ? ticket.stake : '–' },
        ]}
        acts={
          refused ? undefined : expired ? (
            <p className="text-sm text-dim">
              <Trans>Expired: its first game has kicked off. It cannot be booked any more.</Trans>
            </p>
          ) : (
            <Button aria-haspopup="dialog" onClick={open} className="relative z-10">
              <Trans>Book Ticket</Trans>
            </Button>
          )
        }
      >
        <div className="grid gap-2">
          <TicketFacts ticket={ticket} />
          {ticket.device && <DeviceNews ticket={ticket} device={ticket.device} />}
        </div>
      </TicketCard>
    </div>
  );
}
