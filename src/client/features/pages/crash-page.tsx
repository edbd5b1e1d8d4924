import { Trans, useLingui } from '@lingui/react/macro';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';

/** A page that could not be shown: what is safe, and two ways on. */
export function CrashPage({ reset }: { reset: () => void }) {
  const { t } = useLingui();
  return (
    <Page title={t`Something went wrong`}>
      <Notice
        role="alert"
        tone="warning"
        title={<Trans>This page could not be shown.</Trans>}
        acts={
          <>
            <Button look="act" onClick={reset}>
              <Trans>Retry</Trans>
            </Button>
            <LinkButton to="/">
              <Trans>Home</Trans>
            </LinkButton>
          </>
        }
      >
        <Trans>What you saved on this phone is safe.</Trans>
      </Notice>
    </Page>
  );
}
