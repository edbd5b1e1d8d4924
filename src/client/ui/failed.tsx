import { Trans } from '@lingui/react/macro';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Something could not be had: what happened, and a way to try again. */
export function Failed({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const retry = useRef<HTMLButtonElement>(null);

  // The button goes with the notice; who pressed it reads on above what comes in its place.
  useLayoutEffect(() => {
    const button = retry.current;
    return () => {
      if (button === null || document.activeElement !== button) return;
      const headings = headingsOver(button);
      queueMicrotask(() => leadTo(headings));
    };
  }, []);

  return (
    <Notice
      role="status"
      tone="saved"
      acts={
        <Button ref={retry} onClick={onRetry}>
          <Trans>Retry</Trans>
        </Button>
      }
    >
      {children}
    </Notice>
  );
}

/** The heading of an element's part of the page, and the page's own should that part go with it. */
function headingsOver(element: HTMLElement): HTMLElement[] {
  const part = element.closest('section, [role=dialog]');
  return [part, document.querySelector('main')].flatMap(
    (place) => place?.querySelector<HTMLElement>('h1, h2, h3') ?? [],
  );
}

/** To the first that is still there, unless something else has taken the focus meanwhile. */
function leadTo(headings: readonly HTMLElement[]): void {
  if (document.activeElement !== document.body) return;
  const heading = headings.find(({ isConnected }) => isConnected);
  if (heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
