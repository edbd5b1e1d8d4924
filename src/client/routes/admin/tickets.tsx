import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { readAdminSearch } from '#client/features/admin/admin-search.ts';
import { AdministratorsOnly } from '#client/features/admin/administrators-only.tsx';
import { OddsPanel } from '#client/features/admin/odds-panel.tsx';
import { TicketDesk } from '#client/features/admin/ticket-desk.tsx';
import { requireSession } from '#client/session/guard.ts';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/admin/tickets')({
  beforeLoad: ({ location }) => requireSession(location.href),
  validateSearch: readAdminSearch,
  component: UpdateTicketOdds,
});

function UpdateTicketOdds() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title={t`Update Ticket Odds`} wide>
      <AdministratorsOnly>
        <TicketDesk
          search={search}
          onSearch={(search) => void navigate({ search, resetScroll: false })}
          loadMore={<Trans>Load more tips</Trans>}
        >
          {(ticket) => <OddsPanel key={ticket.id} ticket={ticket} />}
        </TicketDesk>
      </AdministratorsOnly>
    </Page>
  );
}
