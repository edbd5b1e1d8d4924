import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { SavedTickets } from '#client/features/tickets/saved-tickets.tsx';
import { TicketTabs } from '#client/features/tickets/ticket-tabs.tsx';
import { requireSession } from '#client/session/guard.ts';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/tips/my-tips')({
  beforeLoad: ({ location }) => requireSession(location.href),
  component: MySavedTips,
});

function MySavedTips() {
  const { t } = useLingui();
  return (
    <Page title={t`My Saved Tips`} note={<Trans>These tips has not been booked</Trans>} wide>
      <TicketTabs />
      <SavedTickets />
    </Page>
  );
}
