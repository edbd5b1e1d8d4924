import { useLiveQuery } from 'dexie-react-hooks';
import type { Toast } from '#client/ui/messages/toasts.ts';
import type { MessageRow } from '#sync/storage/member-store.ts';
import { useDevice, type Member } from './device/device.tsx';

/** Older messages make room for newer ones. */
const most = 100;

/** The messages kept for the member of this device, the newest first; undefined until they were read. */
export function useInbox(): readonly MessageRow[] | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => member?.store.messages.orderBy('id').reverse().toArray() ?? [],
    [member],
  );
}

/** How many of them their member has not looked at. */
export function useUnreadMessages(): number {
  const { member } = useDevice();
  const unread = useLiveQuery(
    async () => member?.store.messages.where('read').equals(0).count() ?? 0,
    [member],
  );
  return unread ?? 0;
}

/** Keeps what was said of something that worked or was refused; other messages are only of the moment. */
export function useKeepMessage(): (toast: Toast) => void {
  const { member } = useDevice();
  return (toast) => {
    const isKept = toast.tone === 'won' || toast.tone === 'lost';
    // Storage that refuses it is told about elsewhere; the message itself was shown.
    if (member && isKept) void keepMessage(member, toast).catch(() => undefined);
  };
}

/** Stores a message in place of an earlier one about the same thing. */
export async function keepMessage({ store }: Member, toast: Toast): Promise<void> {
  const { tone, title, text, about, to, stands } = toast;
  await store.transaction('rw', store.messages, async (): Promise<void> => {
    if (about !== undefined && !stands) await store.messages.where('about').equals(about).delete();
    await store.messages.add({ tone, title, text, about, to, at: Date.now(), read: 0 });
    const over = (await store.messages.count()) - most;
    if (over > 0) await store.messages.orderBy('id').limit(over).delete();
  });
}

/** Marks all of them as read. */
export function useReadMessages(): () => void {
  const { member } = useDevice();
  return () => {
    void member?.store.messages
      .where('read')
      .equals(0)
      .modify({ read: 1 })
      .catch(() => undefined);
  };
}
