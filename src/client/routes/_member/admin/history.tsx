import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { isId } from '#contract/id.ts';
import { DeskHistory } from '#client/features/admin/desk-history.tsx';

type Search = { tip?: string | undefined; by?: string | undefined };

export const Route = createFileRoute('/_member/admin/history')({
  staticData: { title: msg`History` },
  validateSearch: ({ tip, by }: Record<string, unknown>): Search => ({
    ...(typeof tip === 'string' && isId(tip) && { tip }),
    ...(typeof by === 'string' && isId(by) && { by }),
  }),
  component: HistoryPage,
});

function HistoryPage() {
  const { tip, by } = Route.useSearch();
  return <DeskHistory key={`${tip} ${by}`} tip={tip} by={by} />;
}
