import { Modal } from '#client/ui/dialog/modal.tsx';
import { OnThisPhone } from './on-this-phone.tsx';

/** More than that scroll with a page of their own. */
const most = 30;

/** The same over the page that one is on. */
export function SyncSheet({ onClose }: { onClose: () => void }) {
  return (
    <OnThisPhone most={most}>
      {({ title, summary, list, foot }) => (
        <Modal open look="sheet" title={title} description={summary} acts={foot} onClose={onClose}>
          {list}
        </Modal>
      )}
    </OnThisPhone>
  );
}
