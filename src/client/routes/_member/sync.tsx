import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { KeepingPanel } from '#client/features/sync-sheet/storage-panel.tsx';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/_member/sync')({
  component: OnThisPhone,
});

function OnThisPhone() {
  return (
    <Page title={t`On this phone`} note={t`Nothing here is lost. It is sent when there is a line.`}>
      <OperationList />
      <KeepingPanel />
    </Page>
  );
}
