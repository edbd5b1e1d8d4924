import { Trans } from '@lingui/react/macro';
import { Button } from '#client/ui/button.tsx';
import { Modal } from '#client/ui/dialog/modal.tsx';

/** The warning after a refused login: the server's own words, and a button. */
export function Report({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Oops!</Trans>}
      description={text}
      acts={
        <Button look="act" onClick={onClose}>
          <Trans>close</Trans>
        </Button>
      }
    />
  );
}
