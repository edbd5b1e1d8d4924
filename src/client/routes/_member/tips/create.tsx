import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { defaultLeague } from '#contract/leagues.ts';
import { CreateTip } from '#client/features/slip/create-tip.tsx';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/_member/tips/create')({
  validateSearch: readLeague,
  component: PostATip,
});

/** The league that is open stands in the address, so that a reload comes back to it. */
function readLeague({ league }: Record<string, unknown>): { league?: string } {
  return typeof league === 'string' ? { league } : {};
}

function PostATip() {
  const { league = defaultLeague } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title={t`Post a tip`} wide>
      <CreateTip
        league={league}
        onLeague={(league) => void navigate({ search: { league }, replace: true })}
      />
    </Page>
  );
}
