import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { failureWords } from '#client/ui/messages/problems.ts';

type StartFailureProps = { text: string; onRetry: () => void };

/** The site's configuration could not be had, and this device has nothing to show without it. */
export function StartFailure({ text, onRetry }: StartFailureProps) {
  const { t } = useLingui();
  return (
    <Page title={t`Touchline cannot start`}>
      <Notice
        role="alert"
        tone="warning"
        title={failureWords(text)}
        acts={<Retry onRetry={onRetry} />}
      >
        <Trans>
          This phone has not been here before, so it has nothing to show yet. Check the line and try
          again.
        </Trans>
      </Notice>
    </Page>
  );
}

/** The same above a page that shows what this device has kept. */
export function StartNotice({ text, onRetry }: StartFailureProps) {
  return (
    <div className="mx-auto max-w-[72rem] px-4 pt-4">
      <Notice
        role="status"
        tone="warning"
        title={failureWords(text)}
        acts={<Retry onRetry={onRetry} />}
      >
        <Trans>
          Touchline shows what this phone has kept. What you do is saved here, and goes out once the
          line is back.
        </Trans>
      </Notice>
    </div>
  );
}

function Retry({ onRetry }: Pick<StartFailureProps, 'onRetry'>) {
  return (
    <Button look="act" onClick={onRetry}>
      <Trans>Retry</Trans>
    </Button>
  );
}
