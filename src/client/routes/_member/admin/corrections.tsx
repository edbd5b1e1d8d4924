import { msg } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { CorrectionDesk } from '#client/features/corrections/correction-desk.tsx';
import { createSearchParser, createTextParser } from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/_member/admin/corrections')({
  staticData: { title: msg`Corrections` },
  validateSearch: createSearchParser({ fixture: createTextParser(64) }),
  component: CorrectionsPage,
});

function CorrectionsPage() {
  return <CorrectionDesk fixtureId={Route.useSearch().fixture} />;
}
