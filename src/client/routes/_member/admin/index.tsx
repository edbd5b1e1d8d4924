import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Today } from '#client/features/desk/desk-today.tsx';

export const Route = createFileRoute('/_member/admin/')({
  staticData: { title: msg`Admin` },
  component: Today,
});
