import { createFileRoute } from '@tanstack/react-router';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import { leagueKey, searchParser } from '#contract/site/search-parsers.ts';

export const Route = createFileRoute('/_member/tips/create')({
  // The chosen league is in the address, so that a reload restores it.
  validateSearch: searchParser({ league: leagueKey }),
  component: PostATip,
});

function PostATip() {
  const { league = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CreateTip
      league={league}
      onLeague={(key) =>
        void navigate({ search: key === '' ? {} : { league: key }, replace: true })
      }
    />
  );
}
