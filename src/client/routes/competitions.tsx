import { createFileRoute } from '@tanstack/react-router';
import {
  CompetitionsPage,
  type CompetitionsSearch,
} from '#client/features/competitions/competitions-page.tsx';

export const Route = createFileRoute('/competitions')({
  validateSearch: readSearch,
  component: Competitions,
});

/** League, side and month stand in the address, so that each can be shared; what is usual is left out. */
function readSearch({ league, view, month }: Record<string, unknown>): CompetitionsSearch {
  if (typeof month === 'string' && /^20\d\d-(0[1-9]|1[0-2])$/.test(month)) {
    return { ...leagueIn(league), view: 'tipsters', month };
  }
  return {
    ...leagueIn(league),
    ...((view === 'results' || view === 'tipsters') && { view }),
  };
}

function leagueIn(league: unknown): { league?: string } {
  return typeof league === 'string' && /^[a-z0-9_]{1,64}$/.test(league) ? { league } : {};
}

function Competitions() {
  return <CompetitionsPage search={Route.useSearch()} />;
}
