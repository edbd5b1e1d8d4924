import { useLingui } from '@lingui/react/macro';
import { Modal } from '#client/ui/dialog/modal.tsx';
import { maxPlainItems } from '#client/ui/list/windowed-list.tsx';
import { SyncFooter } from './sync-footer.tsx';
import { StorageNotes } from './storage-notes.tsx';
import { OperationList } from './operation-list.tsx';
import { useSyncSummary } from './sync-summary.ts';

/** A sheet with the list of changes; a long list links to its page. */
export function SyncSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Modal
      open
      look="sheet"
      title={t`On this phone`}
      description={useSyncSummary()}
      actions={<SyncFooter />}
      onClose={onClose}
    >
      <OperationList limit={maxPlainItems} />
      <StorageNotes />
    </Modal>
  );
}
