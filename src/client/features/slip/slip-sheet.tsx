import { t } from '@lingui/core/macro';
import type { SlipDraft } from '#client/data/tips/slip.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { SlipContent } from './slip-content.tsx';
import { SlipFooter } from './slip-footer.tsx';

/** The sheet with the slip, which the slip's bar opens on a phone. */
export function SlipSheet({ draft, onClose }: { draft: SlipDraft; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      look="sheet"
      title={t`Stake Slip`}
      actions={<SlipFooter draft={draft} />}
    >
      <SlipContent draft={draft} />
    </Modal>
  );
}
