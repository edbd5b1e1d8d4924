import { useLingui } from '@lingui/react/macro';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { maxPlainItems } from '#client/ui/list/list.tsx';
import { SyncFooter } from './sync-footer.tsx';
import { KeepingNotes } from './keeping-notes.tsx';
import { OperationList } from './operation-list.tsx';
import { useSummary } from './summary.ts';

/** The list of changes as a sheet over the current page; a long one has its own page. */
export function SyncSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Modal
      open
      look="sheet"
      title={t`On this phone`}
      description={useSummary()}
      actions={<SyncFooter />}
      onClose={onClose}
    >
      <OperationList limit={maxPlainItems} />
      <KeepingNotes />
    </Modal>
  );
}
