import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type LoadMoreProps = {
  state: 'idle' | 'waiting' | 'failed';
  onLoad: () => void;
  children: ReactNode;
};

/** The button under a list that goes on; without a line it stays, and says why nothing came. */
export function LoadMore({ state, onLoad, children }: LoadMoreProps) {
  return (
    <div className="mt-4 grid gap-3">
      {state === 'failed' && (
        <Notice tone="saved" role="status">
          <Trans>There is no line to fetch more. What is on this phone stays.</Trans>
        </Notice>
      )}
      <Button className="w-full" busy={state === 'waiting'} onClick={onLoad}>
        {children}
      </Button>
    </div>
  );
}
