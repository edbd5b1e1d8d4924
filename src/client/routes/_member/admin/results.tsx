import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { ResultsPage } from '#client/features/results/results-page.tsx';

export const Route = createFileRoute('/_member/admin/results')({
  staticData: { title: msg`Results` },
  component: ResultsPage,
});
