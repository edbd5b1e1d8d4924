import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { idText } from '#contract/id.ts';
import { DeskHistory } from '#client/features/admin/desk-history.tsx';
import { matching, searchParser } from '#client/search-params.ts';

export const Route = createFileRoute('/_member/admin/history')({
  staticData: { title: msg`History` },
  validateSearch: searchParser({ tip: matching(idText), by: matching(idText) }),
  component: HistoryPage,
});

function HistoryPage() {
  const { tip, by } = Route.useSearch();
  return <DeskHistory key={`${tip} ${by}`} tip={tip} by={by} />;
}
