import { createFileRoute } from '@tanstack/react-router';
import { CompetitionsPage } from '#client/features/competitions/competitions-page.tsx';
import { parseCompetitionsSearch } from '#contract/site/pages.ts';

export const Route = createFileRoute('/competitions')({
  // League, tab and month are in the URL, so that a link to each view can be shared.
  validateSearch: parseCompetitionsSearch,
  component: Competitions,
});

function Competitions() {
  return <CompetitionsPage search={Route.useSearch()} />;
}
