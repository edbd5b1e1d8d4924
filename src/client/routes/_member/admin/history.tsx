import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { idText } from '#contract/id.ts';
import { DeskHistory } from '#client/features/desk-history/desk-history.tsx';
import { matching, searchParser, textUpTo } from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/_member/admin/history')({
  staticData: { title: msg`History` },
  validateSearch: searchParser({
    tip: matching(idText),
    by: matching(idText),
    fixture: textUpTo(64),
    day: matching(/^\d{4}-\d{2}-\d{2}$/),
  }),
  component: HistoryPage,
});

function HistoryPage() {
  const whose = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DeskHistory
      key={JSON.stringify(whose)}
      whose={whose}
      onDay={(day) => void navigate({ search: { ...whose, day }, replace: true })}
    />
  );
}
