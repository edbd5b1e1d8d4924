import { useLingui } from '@lingui/react/macro';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { Foot } from './foot.tsx';
import { KeepingNotes } from './keeping-notes.tsx';
import { OperationList } from './operation-list.tsx';
import { useSummary } from './summary.ts';

/** More than that scroll with a page of their own. */
const most = 30;

/** The same over the page that one is on. */
export function SyncSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Modal
      open
      look="sheet"
      title={t`On this phone`}
      description={useSummary()}
      acts={<Foot />}
      onClose={onClose}
    >
      <OperationList most={most} />
      <KeepingNotes />
    </Modal>
  );
}
