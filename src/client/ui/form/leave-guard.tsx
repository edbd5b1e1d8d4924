import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../button.tsx';
import { Modal } from '../dialog/modal.tsx';
import { registerUnsavedForm } from './unsaved.ts';

type LeaveGuardProps = {
  dirty: boolean;
  /** True if changes of the search parameters do not leave the form. */
  onWholePath?: boolean;
};

/** Asks for confirmation before unsaved work is lost by a link, Back or closing the window. */
export function LeaveGuard({ dirty, onWholePath = false }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      dirty && (onWholePath ? current.pathname !== next.pathname : isOtherPage(current, next)),
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });

  useEffect(() => (dirty ? registerUnsavedForm() : undefined), [dirty]);

  if (status !== 'blocked') return null;
  return <LeaveQuestion onStay={reset} onLeave={proceed} />;
}

type PageLocation = { pathname: string; search: unknown };

/** Whether a navigation leaves the page; opening or closing a dialog does not. */
function isOtherPage(current: PageLocation, next: PageLocation): boolean {
  return (
    current.pathname !== next.pathname ||
    JSON.stringify(current.search) !== JSON.stringify(next.search)
  );
}

/** Asks whether to leave a form with unsaved work; staying comes first as the safe choice. */
function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal
      open
      onClose={onStay}
      backCloses={false}
      title={<Trans>Leave without saving?</Trans>}
      description={<Trans>What you changed here is not saved yet.</Trans>}
      actions={
        <>
          <Button look="primary" onClick={onStay}>
            <Trans>Stay</Trans>
          </Button>
          <Button look="danger" onClick={onLeave}>
            <Trans>Leave</Trans>
          </Button>
        </>
      }
    />
  );
}
