import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';

export function CompetitionsPage() {
  const { t } = useLingui();
  return (
    <Page title={t`Competitions`}>
      <Empty
        act={
          <LinkButton to="/tips/create" look="act">
            <Trans>Post a tip</Trans>
          </LinkButton>
        }
      >
        <Trans>
          No monthly table has been worked out yet. All games to come are under Post a tip.
        </Trans>
      </Empty>
    </Page>
  );
}
