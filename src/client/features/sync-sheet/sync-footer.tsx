import { useStorageUsage } from '#client/data/device/storage.ts';
import { StorageUsageText } from '#client/ui/messages/storage-notices.tsx';
import { RetryAllButton } from './retry-all-button.tsx';

/** The footer of the list of changes: the used storage, and a button that retries changes. */
export function SyncFooter() {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <StorageUsageText room={useStorageUsage()} />
      <RetryAllButton />
    </div>
  );
}
