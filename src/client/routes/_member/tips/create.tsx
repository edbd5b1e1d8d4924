import { createFileRoute } from '@tanstack/react-router';
import { CreateTipPage } from '#client/features/slip/create-tip-page.tsx';
import { parseLeagueKey, createSearchParser } from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/_member/tips/create')({
  // The chosen league is in the URL, so that a reload restores it.
  validateSearch: createSearchParser({ league: parseLeagueKey }),
  component: PostATip,
});

function PostATip() {
  const { league = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CreateTipPage
      league={league}
      onLeague={(key) =>
        void navigate({ search: key === '' ? {} : { league: key }, replace: true })
      }
    />
  );
}
