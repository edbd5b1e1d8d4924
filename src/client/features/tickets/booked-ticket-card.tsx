import { Trans, useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import type { TicketView } from '#sync/fold.ts';
import { countsOf } from '#domain/ticket.ts';
import { Badge } from '#client/ui/badge.tsx';
import { DeviceBadge } from '#client/ui/device-badge.tsx';
import { countText, oddsText } from '#client/ui/formats.ts';
import { LazyPart } from '#client/ui/lazy-part.tsx';
import { rateText } from '#client/ui/rate-text.ts';
import { TicketBadge, TicketCard } from '#client/ui/ticket-card.tsx';
import { TicketFacts, TicketOpener } from './ticket-facts.tsx';

const DeviceNews = lazy(async () => ({ default: (await import('./device-news.tsx')).DeviceNews }));

/** A booked ticket: what came of its games so far, and whether it has been confirmed. */
export function BookedTicketCard({
  ticket,
  now,
  onOpen,
}: {
  ticket: TicketView;
  now: Date;
  onOpen: (id: string) => void;
}) {
  const { t } = useLingui();
  return (
    <div className="relative">
      <TicketCard
        ticket={ticket}
        title={<TicketOpener ticket={ticket} onOpen={() => onOpen(ticket.id)} />}
        badge={<BookedBadge ticket={ticket} />}
        figures={[
          {
            label: t`Odds`,
            value: ticket.totalOdds > 0 ? oddsText(ticket.totalOdds) : t`Not priced yet`,
          },
          { label: t`Total Games Won`, value: countText(ticket.totalGamesWon) },
          { label: t`Total Games Lost`, value: countText(ticket.totalGamesLost) },
          { label: t`Score(%)`, value: rateText(countsOf(ticket.options)) },
        ]}
      >
        <div className="grid gap-2">
          <TicketFacts ticket={ticket} games />
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

/** Pending until an administrator has confirmed it, then Treated and what it came to. */
function BookedBadge({ ticket }: { ticket: TicketView }) {
  if (ticket.device) return <DeviceBadge standing={ticket.device.state} />;
  if (!ticket.IsGameSuccessful) {
    return (
      <Badge tone="waiting">
        <Trans>Pending</Trans>
      </Badge>
    );
  }
  return (
    <span className="flex flex-wrap gap-1.5">
      <TicketBadge ticket={ticket} />
      <Badge tone="quiet">
        <Trans>Treated</Trans>
      </Badge>
    </span>
  );
}
