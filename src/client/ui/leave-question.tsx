import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

/** Whether to leave a form with unsaved work; staying is the safe answer and comes first. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal
      open
      onClose={onStay}
      backCloses={false}
      title={<Trans>Leave without saving?</Trans>}
      description={<Trans>What you changed here is not saved yet.</Trans>}
      acts={
        <>
          <Button look="act" onClick={onStay}>
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
