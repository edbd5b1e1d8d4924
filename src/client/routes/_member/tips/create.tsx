import { createFileRoute } from '@tanstack/react-router';
import { CreateTip } from '#client/features/slip/create-tip.tsx';

export const Route = createFileRoute('/_member/tips/create')({
  validateSearch: readLeague,
  component: PostATip,
});

/** The league that is open stands in the address, so that a reload comes back to it. */
function readLeague({ league }: Record<string, unknown>): { league?: string } {
  return typeof league === 'string' && league !== '' ? { league } : {};
}

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
