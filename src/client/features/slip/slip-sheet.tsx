import { t } from '@lingui/core/macro';
import type { SlipDraft } from '#client/data/tips/slip.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { PostTip } from './posting.tsx';
import { SlipContent } from './slip-content.tsx';

/** The bar grown into a sheet: the whole slip, one hand from the thumb. */
export function SlipSheet({ draft, onClose }: { draft: SlipDraft; onClose: () => void }) {
  return (
    <Modal open onClose={onClose} look="sheet" title={t`Stake Slip`} acts={<PostTip />}>
      <SlipContent draft={draft} />
    </Modal>
  );
}
