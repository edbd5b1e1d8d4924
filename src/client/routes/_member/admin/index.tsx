import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { AdminDashboard } from '#client/features/admin/admin-dashboard.tsx';

export const Route = createFileRoute('/_member/admin/')({
  staticData: { title: msg`Admin` },
  component: AdminDashboard,
});
