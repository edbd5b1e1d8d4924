import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import type { TicketView } from '#sync/fold.ts';
import { hasStarted } from '#domain/fixture.ts';
import { useBackend } from '#client/data/use-sync.ts';
import { Button } from '#client/ui/button.tsx';
import { countText, dayAndTime, oddsText } from '#client/ui/formats.ts';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { TicketCard } from '#client/ui/ticket-card.tsx';
import { mayTakeBack } from './take-back.ts';
import { TicketFacts, TicketOpener } from './ticket-facts.tsx';
import { TicketStanding } from './ticket-standing.tsx';

// What most tickets never have loads with the first that does.
const DeviceNews = lazy(async () => ({ default: (await import('./device-news.tsx')).DeviceNews }));
const WithdrawActs = lazy(async () => ({
  default: (await import('./withdraw-acts.tsx')).WithdrawActs,
}));

type SavedTicketCardProps = { ticket: TicketView; now: Date; onOpen: (id: string) => void };

/** A saved tip that has not been booked: what is on it, until when, and whether it is posted. */
export function SavedTicketCard({ ticket, now, onOpen }: SavedTicketCardProps) {
  const { t } = useLingui();
  const backend = useBackend();
  const { stake } = ticket;
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
        inPairs
        figures={[
          {
            label: t`Odds`,
            value: ticket.totalOdds > 0 ? oddsText(ticket.totalOdds) : t`Not priced yet`,
          },
          { label: t`Number of Games`, value: countText(ticket.options.length) },
          {
            label: t`Expiry Date`,
            value: <time dateTime={ticket.expiryTime}>{dayAndTime(ticket.expiryTime)}</time>,
          },
          {
            label: t`Stake`,
            value: stake ? <Plural value={stake} one="# unit" other="# units" /> : '–',
          },
        ]}
        acts={
          refused ? undefined : (
            <>
              <Booking expired={expired} posted={ticket.version > 0} onOpen={open} />
              {mayTakeBack(ticket, now, backend) && (
                <LazyPart>
                  <WithdrawActs ticket={ticket} />
                </LazyPart>
              )}
            </>
          )
        }
      >
        <div className="grid gap-2">
          <TicketFacts ticket={ticket} />
          {ticket.device && (
            <LazyPart>
              <DeviceNews ticket={ticket} device={ticket.device} now={now} />
            </LazyPart>
          )}
        </div>
      </TicketCard>
    </div>
  );
}

function Booking({
  expired,
  posted,
  onOpen,
}: {
  expired: boolean;
  posted: boolean;
  onOpen: () => void;
}) {
  if (!expired) {
    return (
      <Button aria-haspopup="dialog" onClick={onOpen} className="relative z-10">
        <Trans>Book Ticket</Trans>
      </Button>
    );
  }
  // What becomes of a tip that games were quicker than is for the server to say.
  if (!posted) return undefined;
  return (
    <p className="text-sm text-dim">
      <Trans>Expired: its first game has kicked off. It cannot be booked any more.</Trans>
    </p>
  );
}
