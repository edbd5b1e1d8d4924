import { Trans, useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { LinkButton } from '#client/ui/button.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { OwnTicketList } from './own-ticket-list.tsx';
import { SavedTicketCard } from './saved-ticket-card.tsx';

const SavedTicketDetails = lazy(async () => ({
  default: (await import('./saved-ticket-details.tsx')).SavedTicketDetails,
}));

/** One's saved tips. */
export function SavedTickets() {
  const { t } = useLingui();
  return (
    <OwnTicketList
      booked={false}
      label={t`My Saved Tips`}
      waiting={<Trans>Fetching your saved tips</Trans>}
      none={
        <Empty
          act={
            <LinkButton to="/tips/create" look="act">
              <Trans>Post a tip</Trans>
            </LinkButton>
          }
        >
          <Trans>No saved tips yet. Post one before a kick-off.</Trans>
        </Empty>
      }
      more={<Trans>Load more tips</Trans>}
      card={(onOpen) => (ticket, now) => (
        <SavedTicketCard ticket={ticket} now={now} onOpen={onOpen} />
      )}
      details={(onClose) => (ticket, now) => (
        <SavedTicketDetails ticket={ticket} now={now} onClose={onClose} />
      )}
    />
  );
}
