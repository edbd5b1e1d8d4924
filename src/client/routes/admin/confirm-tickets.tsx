import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { readAdminSearch } from '#client/features/admin/admin-search.ts';
import { AdministratorsOnly } from '#client/features/admin/administrators-only.tsx';
import { ConfirmPanel } from '#client/features/admin/confirm-panel.tsx';
import { TipDesk } from '#client/features/admin/tip-desk.tsx';
import { requireSession } from '#client/session/guard.ts';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/admin/confirm-tickets')({
  beforeLoad: ({ location }) => requireSession(location.href),
  validateSearch: readAdminSearch,
  component: ConfirmTips,
});

function ConfirmTips() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title={t`Confirm Ticket`} wide>
      <AdministratorsOnly>
        <TipDesk
          search={search}
          onSearch={(search) => void navigate({ search, resetScroll: false })}
          loadMore={<Trans>Load more tickets</Trans>}
        >
          {(tip) => <ConfirmPanel key={tip.id} tip={tip} />}
        </TipDesk>
      </AdministratorsOnly>
    </Page>
  );
}
