import { msg, t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { type AdminSearch, parseAdminSearch } from '#client/features/tickets/admin-search.ts';
import { ConfirmPanel } from '#client/features/settlement/confirm-panel.tsx';
import { SettleDesk } from '#client/features/settlement/settle-desk.tsx';
import { TipDesk } from '#client/features/tickets/tip-desk.tsx';
import { TabLink, Tabs } from '#client/ui/page.tsx';

export const Route = createFileRoute('/_member/admin/confirm-tickets')({
  staticData: { title: msg`Confirm Ticket`, wide: true },
  validateSearch: parseAdminSearch,
  component: ConfirmTickets,
});

function ConfirmTickets() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const go = (search: AdminSearch) => void navigate({ search, resetScroll: false });
  const games = search.view === 'games';
  return (
    <>
      <Tabs label={t`Confirm Ticket`}>
        <TabLink
          to="/admin/confirm-tickets"
          search={{ view: 'games' }}
          activeOptions={{ exact: true }}
          aria-current={games ? 'page' : undefined}
        >
          {t`Games`}
        </TabLink>
        <TabLink
          to="/admin/confirm-tickets"
          search={{}}
          activeOptions={{ exact: true }}
          aria-current={games ? undefined : 'page'}
        >
          {t`Tickets`}
        </TabLink>
      </Tabs>
      {games ? (
        <SettleDesk opened={search.fixture} onOpen={(fixture) => go({ view: 'games', fixture })} />
      ) : (
        <TipDesk search={search} onSearch={go} loadMore={t`Load more tickets`}>
          {(tip) => <ConfirmPanel key={tip.id} tip={tip} />}
        </TipDesk>
      )}
    </>
  );
}
