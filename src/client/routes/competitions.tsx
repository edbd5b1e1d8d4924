import { createFileRoute } from '@tanstack/react-router';
import {
  CompetitionsPage,
  type CompetitionsSearch,
} from '#client/features/competitions/competitions-page.tsx';
import { leagueKey, month, oneOf, searchParser } from '#client/search-params.ts';

export const Route = createFileRoute('/competitions')({
  validateSearch: parseCompetitions,
  component: Competitions,
});

const parse = searchParser({ league: leagueKey, view: oneOf('results', 'tipsters'), month });

/** League, side and month stand in the address, so that each can be shared; what is usual is left out. */
function parseCompetitions(query: Record<string, unknown>): CompetitionsSearch {
  const search = parse(query);
  return search.month === undefined ? search : { ...search, view: 'tipsters' };
}

function Competitions() {
  return <CompetitionsPage search={Route.useSearch()} />;
}
