import { msg, t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { readAdminSearch } from '#client/features/admin/admin-search.ts';
import { ConfirmPanel } from '#client/features/admin/confirm-panel.tsx';
import { TipDesk } from '#client/features/admin/tip-desk.tsx';

export const Route = createFileRoute('/_member/admin/confirm-tickets')({
  staticData: { title: msg`Confirm Ticket`, wide: true },
  validateSearch: readAdminSearch,
  component: ConfirmTips,
});

function ConfirmTips() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TipDesk
      search={search}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      loadMore={t`Load more tickets`}
    >
      {(tip) => <ConfirmPanel key={tip.id} tip={tip} />}
    </TipDesk>
  );
}
