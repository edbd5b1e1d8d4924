import type { StorageTrouble } from '#sync/storage-trouble.ts';
import { useEvicted } from '#client/data/use-storage.ts';
import { StorageNotice } from '#client/ui/messages/storage.tsx';

/** Says above every page what is wrong with this phone's storage. */
export function StorageNews({ trouble }: { trouble: StorageTrouble }) {
  const { owed, seen } = useEvicted();
  return (
    <div className="mx-auto max-w-[72rem] px-4 pt-4">
      <StorageNotice trouble={trouble} owed={owed?.count} onSeen={seen} />
    </div>
  );
}
