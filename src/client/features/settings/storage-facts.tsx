import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  usePersistence,
  useStorageUsage,
  useStorageIsDurable,
} from '#client/data/device/storage.ts';
import { Button } from '#client/ui/button.tsx';
import { NoStorageNotice, StorageUsageText } from '#client/ui/messages/storage-notices.tsx';
import { notify } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { LinkRow, SettingRow } from './setting-rows.tsx';

/** The data stored on this phone, its size, and whether the browser may delete it. */
export function StorageFacts({ member }: { member: boolean }) {
  const used = <StorageUsageText room={useStorageUsage()} />;
  return (
    <>
      {useStorageIsDurable() ? <StoragePersistence /> : <SettingRow label={<NoStorageNotice />} />}
      {member ? (
        <LinkRow to="/sync" value={used}>
          {t`See what is on this phone`}
        </LinkRow>
      ) : (
        <SettingRow label={t`Room`}>{used}</SettingRow>
      )}
    </>
  );
}

/** Says whether the browser may delete this site's data; a button requests persistence. */
function StoragePersistence() {
  const { persisted, request } = usePersistence();
  const { busy, run } = useTask();
  if (persisted === undefined) return undefined;
  if (persisted) return <SettingRow label={t`Your browser keeps it until you remove it.`} />;
  const requestPersistence = async () =>
    run(async () => {
      const text = t`Browsers agree for apps on the home screen.`;
      if (await request().catch(() => false)) {
        notify({ tone: 'won', title: t`The browser keeps it from now on` });
      } else notify({ tone: 'waiting', title: t`Your browser has not agreed yet`, text });
    });
  return (
    <SettingRow label={<Trans>Your browser may clear it when the phone runs out of room.</Trans>}>
      <Button busy={busy} onClick={requestPersistence}>
        {t`Ask the browser to keep it`}
      </Button>
    </SettingRow>
  );
}
