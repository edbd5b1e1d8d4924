import { useLingui } from '@lingui/react/macro';
import { Card } from '#client/ui/card.tsx';
import { Page } from '#client/ui/page.tsx';
import { SyncFooter } from './sync-footer.tsx';
import { StorageNotes } from './storage-notes.tsx';
import { OperationList } from './operation-list.tsx';
import { useSyncSummary } from './sync-summary.ts';

/** The list of changes on this phone as a page with its own URL. */
export function SyncPage() {
  const { t } = useLingui();
  return (
    <Page title={t`On this phone`} note={useSyncSummary()}>
      <Card className="phone-bleed p-4">
        <OperationList />
        <StorageNotes />
      </Card>
      <div className="mt-3">
        <SyncFooter />
      </div>
    </Page>
  );
}
