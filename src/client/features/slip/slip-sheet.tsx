import { t } from '@lingui/core/macro';
import type { SlipDraft } from '#client/data/tips/slip.ts';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { PostSlip } from './posting.tsx';
import { useSlipLegs } from './slip-legs.ts';
import { SlipOdds } from './slip-odds.tsx';
import { SlipContent } from './slip-content.tsx';

/** The whole slip as a sheet that replaces the bar. */
export function SlipSheet({ draft, onClose }: { draft: SlipDraft; onClose: () => void }) {
  const legs = useSlipLegs(draft.slip);
  return (
    <Modal
      open
      onClose={onClose}
      look="sheet"
      title={t`Stake Slip`}
      actions={
        <div className="flex w-full flex-wrap items-center gap-3">
          <SlipOdds legs={legs} />
          <PostSlip draft={draft} />
        </div>
      }
    >
      <SlipContent draft={draft} />
    </Modal>
  );
}
