import { Trans, useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { LinkButton } from '#client/ui/button.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { BookedTicketCard } from './booked-ticket-card.tsx';
import { OwnTicketList } from './own-ticket-list.tsx';

const BookedTicketDetails = lazy(async () => ({
  default: (await import('./booked-ticket-details.tsx')).BookedTicketDetails,
}));

/** One's booked tickets. */
export function BookedTickets() {
  const { t } = useLingui();
  return (
    <OwnTicketList
      booked
      label={t`My Booked Tickets`}
      waiting={<Trans>Fetching your booked tickets</Trans>}
      none={
        <Empty
          act={
            <LinkButton to="/tips/my-tips">
              <Trans>My Saved Tips</Trans>
            </LinkButton>
          }
        >
          <Trans>No booked tickets yet. Book one of your saved tips.</Trans>
        </Empty>
      }
      more={<Trans>Load more tickets</Trans>}
      card={(onOpen) => (ticket, now) => (
        <BookedTicketCard ticket={ticket} now={now} onOpen={onOpen} />
      )}
      details={(onClose) => (ticket) => <BookedTicketDetails ticket={ticket} onClose={onClose} />}
    />
  );
}
