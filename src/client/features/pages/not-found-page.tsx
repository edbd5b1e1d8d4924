import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';

export function NotFoundPage() {
  const { t } = useLingui();
  return (
    <Page title={t`Page not found`}>
      <Empty
        act={
          <LinkButton to="/" look="act">
            <Trans>Home</Trans>
          </LinkButton>
        }
      >
        <Trans>There is nothing at this address. The link may be old or cut short.</Trans>
      </Empty>
    </Page>
  );
}
