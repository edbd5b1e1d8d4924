import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { idPattern } from '#contract/id.ts';
import { DeskHistory } from '#client/features/desk-history/desk-history.tsx';
import {
  createPatternParser,
  createSearchParser,
  createTextParser,
} from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/_member/admin/history')({
  staticData: { title: msg`History` },
  validateSearch: createSearchParser({
    tip: createPatternParser(idPattern),
    by: createPatternParser(idPattern),
    fixture: createTextParser(64),
    day: createPatternParser(/^\d{4}-\d{2}-\d{2}$/),
  }),
  component: HistoryPage,
});

function HistoryPage() {
  const whose = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DeskHistory
      key={JSON.stringify(whose)}
      filter={whose}
      onDay={(day) => void navigate({ search: { ...whose, day }, replace: true })}
    />
  );
}
