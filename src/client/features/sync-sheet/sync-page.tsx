import { useLingui } from '@lingui/react/macro';
import { Card } from '#client/ui/card.tsx';
import { Page } from '#client/ui/page.tsx';
import { Foot } from './foot.tsx';
import { KeepingNotes } from './keeping-notes.tsx';
import { OperationList } from './operation-list.tsx';
import { useSummary } from './summary.ts';

/** What is on this phone, at an address of its own: links lead to it. */
export function SyncPage() {
  const { t } = useLingui();
  return (
    <Page title={t`On this phone`} note={useSummary()}>
      <Card className="paper p-4">
        <OperationList />
        <KeepingNotes />
      </Card>
      <div className="mt-3">
        <Foot />
      </div>
    </Page>
  );
}
