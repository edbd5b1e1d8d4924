import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Something could not be had: what happened, and a way to try again. */
export function Failed({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Notice
      role="status"
      tone="saved"
      acts={
        <Button onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
