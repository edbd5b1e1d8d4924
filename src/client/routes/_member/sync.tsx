import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { useEvicted } from '#client/data/device/storage.ts';
import { KeepingPanel } from '#client/features/sync-sheet/storage-panel.tsx';
import { OperationList } from '#client/features/sync-sheet/operation-list.tsx';
import { Page } from '#client/ui/page.tsx';

export const Route = createFileRoute('/_member/sync')({
  component: OnThisPhone,
});

function OnThisPhone() {
  const { lost } = useEvicted();
  const note = lost
    ? t`Something was lost, as it says above. The rest is safe here.`
    : t`Nothing here is lost.`;
  return (
    <Page title={t`On this phone`} note={note}>
      <OperationList />
      <KeepingPanel />
    </Page>
  );
}
