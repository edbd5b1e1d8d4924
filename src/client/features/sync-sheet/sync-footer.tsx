import { useRoom } from '#client/data/device/storage.ts';
import { RoomInUse } from '#client/ui/messages/storage.tsx';
import { TryNow } from './try-now.tsx';

/** The footer of the list: the storage in use, and a button that retries waiting changes. */
export function SyncFooter() {
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <RoomInUse room={useRoom()} />
      <TryNow />
    </div>
  );
}
