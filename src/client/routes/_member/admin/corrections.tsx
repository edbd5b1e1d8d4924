import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Corrections } from '#client/features/corrections/corrections.tsx';
import { searchParser, textUpTo } from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/_member/admin/corrections')({
  staticData: { title: msg`Corrections` },
  validateSearch: searchParser({ fixture: textUpTo(64) }),
  component: CorrectionsPage,
});

function CorrectionsPage() {
  return <Corrections fixtureId={Route.useSearch().fixture} />;
}
