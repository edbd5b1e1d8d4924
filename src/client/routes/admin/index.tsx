import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboard } from '#client/features/admin/admin-dashboard.tsx';
import { AdministratorsOnly } from '#client/features/admin/administrators-only.tsx';
import { requireSession } from '#client/session/guard.ts';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/admin/')({
  beforeLoad: ({ location }) => requireSession(location.href),
  component: Admin,
});

function Admin() {
  const { t } = useLingui();
  return (
    <Page title={t`Admin`}>
      <AdministratorsOnly>
        <AdminDashboard />
      </AdministratorsOnly>
    </Page>
  );
}
