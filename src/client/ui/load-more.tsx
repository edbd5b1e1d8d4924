import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type LoadMoreProps = {
  /** Whether the list goes on, on this device or at the server. */
  hasMore: boolean;
  state?: 'idle' | 'waiting' | 'failed';
  onLoad: () => void;
  children: ReactNode;
};

/**
 * The button under a list that goes on; without a line it stays, and says why nothing came. Where
 * the list ends under the finger, that is said, and the focus has somewhere to be.
 */
export function LoadMore({ hasMore, state = 'idle', onLoad, children }: LoadMoreProps) {
  const [pressed, setPressed] = useState(false);
  if (!hasMore) {
    return (
      pressed && (
        <p
          ref={catchFocus}
          tabIndex={-1}
          role="status"
          className="mt-4 text-center text-sm text-dim"
        >
          <Trans>That is all of it.</Trans>
        </p>
      )
    );
  }
  const load = () => {
    setPressed(true);
    onLoad();
  };
  return (
    <div className="mt-4 grid gap-3">
      {state === 'failed' && (
        <Notice tone="saved" role="status">
          <Trans>There is no line to fetch more. What is on this phone stays.</Trans>
        </Notice>
      )}
      <Button className="w-full" busy={state === 'waiting'} onClick={load}>
        {children}
      </Button>
    </div>
  );
}

/** Takes the focus only where the button had it: who went on meanwhile is not called back. */
function catchFocus(line: HTMLElement | null): void {
  if (document.activeElement === document.body) line?.focus({ preventScroll: true });
}
