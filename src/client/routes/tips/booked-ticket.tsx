import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { BookedTickets } from '#client/features/tickets/booked-tickets.tsx';
import { TicketTabs } from '#client/features/tickets/ticket-tabs.tsx';
import { requireSession } from '#client/session/guard.ts';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/tips/booked-ticket')({
  beforeLoad: ({ location }) => requireSession(location.href),
  component: MyBookedTickets,
});

function MyBookedTickets() {
  const { t } = useLingui();
  return (
    <Page title={t`My Booked Tickets`} note={<Trans>These tips has been booked</Trans>} wide>
      <TicketTabs />
      <BookedTickets />
    </Page>
  );
}
