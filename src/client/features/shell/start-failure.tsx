import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';

/** The site's configuration could not be had, and none is kept on this device. */
export function StartFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <Page title={t`Touchline cannot start`}>
      <Notice
        role="alert"
        tone="warning"
        title={text}
        acts={
          <Button look="act" onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
        }
      >
        <Trans>
          This phone has not been here before, so it has nothing to show yet. Check the line and try
          again.
        </Trans>
      </Notice>
    </Page>
  );
}
