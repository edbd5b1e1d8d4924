import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { readAdminSearch } from '#client/features/admin/admin-search.ts';
import { AdministratorsOnly } from '#client/features/admin/administrators-only.tsx';
import { ConfirmPanel } from '#client/features/admin/confirm-panel.tsx';
import { TicketDesk } from '#client/features/admin/ticket-desk.tsx';
import { requireSession } from '#client/session/guard.ts';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/admin/confirm-tickets')({
  beforeLoad: ({ location }) => requireSession(location.href),
  validateSearch: readAdminSearch,
  component: ConfirmTickets,
});

function ConfirmTickets() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title={t`Confirm Ticket`} wide>
      <AdministratorsOnly>
        <TicketDesk
          search={search}
          onSearch={(search) => void navigate({ search, resetScroll: false })}
          loadMore={<Trans>Load more tickets</Trans>}
        >
          {(ticket) => <ConfirmPanel key={ticket.id} ticket={ticket} />}
        </TicketDesk>
      </AdministratorsOnly>
    </Page>
  );
}
