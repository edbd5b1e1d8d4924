import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { DeskToday } from '#client/features/desk/desk-today.tsx';

export const Route = createFileRoute('/_member/admin/')({
  staticData: { title: msg`Admin` },
  component: DeskToday,
});
