import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../button.tsx';
import { Modal } from '../dialog/modal.tsx';
import { registerUnsavedForm } from './unsaved-forms.ts';

type LeaveGuardProps = {
  dirty: boolean;
  /** True if a change of only the search parameters needs no confirmation. */
  onWholePath?: boolean;
};

/** Requires a confirmation before a link, Back or closing the window loses unsaved input. */
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

/** True if a navigation leaves the page; false if only a dialog opens or closes. */
function isOtherPage(current: PageLocation, next: PageLocation): boolean {
  return (
    current.pathname !== next.pathname ||
    JSON.stringify(current.search) !== JSON.stringify(next.search)
  );
}

/** The confirmation to leave a form with unsaved input; the safe choice comes first. */
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
