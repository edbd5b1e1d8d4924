import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { Toast } from '#client/ui/messages/toasts.ts';
import type { Notice } from '#contract/notices.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import type { Engine } from '#sync/engine.ts';
import { knownNotices, noteMoments } from '#sync/refresh/notices-known.ts';
import type { MemberStore, MessageRow } from '#sync/storage/member-store.ts';
import { type Device, useDevice, type Member } from './device/device.tsx';
import { useRefresh } from './device/refresh.ts';
import { useRunning } from './device/running.ts';
import { useFollows } from './member-rows.ts';
import { gamesOfLane } from './outbox/games.ts';
import { endWithOperation } from './outbox/message-ends.ts';

/** Older messages make room for newer ones. */
const most = 100;

type Always = { key: string; at: number; isNew: boolean };

/** What the inbox holds: what was said on this phone, and what the server tells of tips. */
export type InboxEntry = Always &
  (
    | { message: MessageRow }
    | {
        notice: Notice;
        isOwn: boolean;
        /** The legs of the tip; none where this device does not have it. */
        legs: readonly Pick<Leg, 'game' | 'oddName'>[];
        picture: string | null | undefined;
      }
  );

/** The time of the last fetch of notices; undefined before the first. */
export function useNoticesFetchedAt(): number | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member && (await knownNotices(member.store)).fetchedAt) || undefined,
    [member],
  );
}

/** What the inbox holds, the newest first; undefined until it was read. */
export function useInbox(): readonly InboxEntry[] | undefined {
  const device = useDevice();
  const unfollowed = useUnfollowed();
  return useLiveQuery(async () => {
    const { member } = device;
    if (!member) return [];
    if (unfollowed === undefined) return undefined;
    const messages = await member.store.messages.toArray();
    const notices = await noticesShown(member, unfollowed);
    const isUnread = await unreadIn(member);
    const said = messages.map((message) => ({
      key: `message ${message.id}`,
      at: message.at,
      isNew: message.read === 0,
      message,
    }));
    const tips = await tipsOf(device, notices);
    const told = notices.map((notice) => ({
      key: notice.id,
      at: Date.parse(notice.at),
      isNew: isUnread(notice),
      isOwn: notice.tipsterId === member.id,
      notice,
      legs: tips.get(notice.tipId)?.options ?? [],
      picture: tips.get(notice.tipId)?.author?.picture,
    }));
    return [...said, ...told].toSorted((one, other) => other.at - one.at);
  }, [device, unfollowed]);
}

/**
 * Whom the member follows no more at this moment, as text, so that an equal set starts no new query. A
 * phone that does not know yet whom they follow believes the server.
 */
function useUnfollowed(): string | undefined {
  const follows = useFollows();
  if (follows === undefined) return undefined;
  const unfollowed = [...follows.values()].filter(({ following }) => !following);
  return unfollowed
    .map(({ tipsterId }) => tipsterId)
    .toSorted()
    .join(' ');
}

/** What happened, as the server told it, but of whom the member follows no more. */
async function noticesShown({ store }: Member, unfollowed: string, after = ''): Promise<Notice[]> {
  const left = new Set(unfollowed.split(' '));
  return store.notices
    .where('at')
    .above(after)
    .filter(({ tipsterId }) => !left.has(tipsterId))
    .toArray();
}

/** A tip that was seen among those of followed tipsters is no news, whatever the inbox says. */
async function unreadIn({ store }: Member): Promise<(notice: Notice) => boolean> {
  const { read = '', seen = '' } = (await knownNotices(store)).known;
  return ({ at, kind }) => at > read && !(kind === 'posted' && at <= seen);
}

async function tipsOf(
  { publicStore, member }: Device,
  notices: readonly Notice[],
): Promise<ReadonlyMap<string, Tip>> {
  const ids = [...new Set(notices.map(({ tipId }) => tipId))];
  const found = await Promise.all([
    publicStore.tips.bulkGet(ids),
    member?.store.followedTips.bulkGet(ids),
    member?.store.tips.bulkGet(ids),
  ]);
  return new Map(found.flat().flatMap((tip) => (tip ? [[tip.id, tip]] : [])));
}

/** How often an open page asks what happened, in milliseconds. */
const pollEvery = 60_000;

/**
 * How much of what others or the server did its member has not looked at; meanwhile the server is asked what
 * happened.
 */
export function useUnreadCount(): number {
  const { member } = useDevice();
  const unfollowed = useUnfollowed();
  useRefresh('notices');
  usePolled();
  const unread = useLiveQuery(async () => {
    if (!member || unfollowed === undefined) return 0;
    const isUnread = await unreadIn(member);
    const { read } = (await knownNotices(member.store)).known;
    const notices = await noticesShown(member, unfollowed, read);
    const messages = await member.store.messages.where('read').equals(0).count();
    return messages + notices.filter(isUnread).length;
  }, [member, unfollowed]);
  return unread ?? 0;
}

function usePolled(): void {
  const { engine } = useRunning();
  useEffect(() => {
    if (!engine) return undefined;
    const ask = () => {
      const isOpen = document.visibilityState === 'visible' && navigator.onLine;
      if (isOpen) void engine.refresh('notices');
    };
    const timer = setInterval(ask, pollEvery);
    return () => clearInterval(timer);
  }, [engine]);
}

/**
 * Receives each message: stores what worked or was refused, since other messages are only of the moment, and ends
 * the message of an operation with that.
 */
export function useReceiveMessage(): (toast: Toast) => void {
  const { member } = useDevice();
  return (toast) => {
    if (member) endWithOperation(member.store, toast);
    const isKept = toast.tone === 'won' || toast.tone === 'lost';
    // Storage that refuses it is told about elsewhere; the message itself was shown.
    if (member && isKept) void keepMessage(member, toast).catch(() => undefined);
  };
}

/** Stores a message in place of an earlier one about the same thing. */
export async function keepMessage({ store }: Member, toast: Toast): Promise<void> {
  const { tone, title, text, subject: about, to, adds, news } = toast;
  const games = about === undefined ? [] : await gamesAbout(store, about);
  const row = { tone, title, text, about, to, games, at: Date.now(), read: news ? 0 : 1 } as const;
  await store.transaction('rw', store.messages, async (): Promise<void> => {
    if (about !== undefined && !adds) await store.messages.where('about').equals(about).delete();
    await store.messages.add(row);
    const over = (await store.messages.count()) - most;
    if (over > 0) await store.messages.orderBy('id').limit(over).delete();
  });
}

/** A withdrawn tip is in no list any more, but the message that it was posted named its games. */
async function gamesAbout(store: MemberStore, about: string): Promise<readonly string[]> {
  const known = await gamesOfLane(store, about);
  if (known.length > 0) return known;
  const earlier = await store.messages.where('about').equals(about).toArray();
  return earlier.findLast(({ games = [] }) => games.length > 0)?.games ?? [];
}

/** Marks what the inbox holds by now as read, here and on the member's other devices. */
export function useReadInbox(): () => void {
  const { member } = useDevice();
  const { engine } = useRunning();
  return () => {
    // Where the storage refuses it, that is told about elsewhere.
    if (member) void readAll(member, engine).catch(() => undefined);
  };
}

async function readAll({ store }: Member, engine: Engine | undefined): Promise<void> {
  await store.messages.where('read').equals(0).modify({ read: 1 });
  const newest = await store.notices.orderBy('at').last();
  const { known } = await knownNotices(store);
  if (!newest || newest.at <= (known.read ?? '')) return;
  await noteMoments(store, { read: newest.at });
  await engine?.refresh('notices');
}
