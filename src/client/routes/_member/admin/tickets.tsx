import { msg, t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { parseAdminSearch } from '#client/features/tickets/admin-search.ts';
import { OddsPanel } from '#client/features/prices/odds-panel.tsx';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';

export const Route = createFileRoute('/_member/admin/tickets')({
  staticData: { title: msg`Update Ticket Odds`, wide: true },
  validateSearch: parseAdminSearch,
  component: UpdateTipOdds,
});

function UpdateTipOdds() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TipDesk
      search={search}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      loadMore={t`Load more tips`}
    >
      {(tip) => <OddsPanel key={tip.id} tip={tip} />}
    </TipDesk>
  );
}
