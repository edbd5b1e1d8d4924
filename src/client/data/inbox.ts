import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { Toast } from '#client/ui/messages/toasts.ts';
import type { Notice } from '#contract/notices.ts';
import type { Leg, Tip } from '#contract/tips.ts';
import type { Engine } from '#sync/engine.ts';
import { readNoticeState, advanceNoticeState } from '#sync/refresh/notice-state.ts';
import type { MemberStore, MessageRow } from '#sync/storage/member-store.ts';
import { type Device, useDevice, type Member } from './device/device.tsx';
import { useRefresh } from './device/refresh.ts';
import { useEngineState } from './device/engine-state.ts';
import { useFollows } from './member-row-queries.ts';
import { readGamesOfSubject } from './outbox/message-subject.ts';
import { endMessageWithOperation } from './outbox/operation-message.ts';

/** The maximum number of stored messages; older messages are deleted. */
const maxMessages = 100;

type InboxEntryBase = { key: string; at: number; isNew: boolean };

/** An entry of the inbox: a message that this phone showed, or the server's notice about a tip. */
export type InboxEntry = InboxEntryBase &
  (
    | { message: MessageRow }
    | {
        notice: Notice;
        isOwn: boolean;
        /** The legs of the tip; empty if this device does not have it. */
        legs: readonly Pick<Leg, 'game' | 'oddName'>[];
        picture: string | null | undefined;
      }
  );

/** The time of the last fetch of notices; undefined if there was none. */
export function useNoticesFetchedAt(): number | undefined {
  const { member } = useDevice();
  return useLiveQuery(
    async () => (member && (await readNoticeState(member.store)).fetchedAt) || undefined,
    [member],
  );
}

/** The entries of the inbox, newest first; undefined until they were read. */
export function useInbox(): readonly InboxEntry[] | undefined {
  const device = useDevice();
  const unfollowed = useUnfollowedTipsters();
  return useLiveQuery(async () => {
    const { member } = device;
    if (!member) return [];
    if (unfollowed === undefined) return undefined;
    // The id also orders messages of the same millisecond.
    const messages = await member.store.messages.orderBy('id').reverse().toArray();
    const notices = await readShownNotices(member, unfollowed);
    const isUnread = await createUnreadCheck(member);
    const messageEntries = messages.map((message) => ({
      key: `message ${message.id}`,
      at: message.at,
      isNew: message.read === 0,
      message,
    }));
    const tips = await readTipsOfNotices(device, notices);
    const noticeEntries = notices.map((notice) => ({
      key: notice.id,
      at: Date.parse(notice.at),
      isNew: isUnread(notice),
      isOwn: notice.tipsterId === member.id,
      notice,
      legs: tips.get(notice.tipId)?.options ?? [],
      picture: tips.get(notice.tipId)?.author?.picture,
    }));
    return [...messageEntries, ...noticeEntries].toSorted((one, other) => other.at - one.at);
  }, [device, unfollowed]);
}

/**
 * Ids of tipsters whom the member no longer follows, joined to a string, so that an equal set
 * starts no new query; undefined until the follows are known.
 */
function useUnfollowedTipsters(): string | undefined {
  const follows = useFollows();
  if (follows === undefined) return undefined;
  const unfollowed = [...follows.values()].filter(({ following }) => !following);
  return unfollowed
    .map(({ tipsterId }) => tipsterId)
    .toSorted()
    .join(' ');
}

/** The server's notices, without those about tipsters whom the member no longer follows. */
async function readShownNotices(
  { store }: Member,
  unfollowed: string,
  after = '',
): Promise<Notice[]> {
  const unfollowedIds = new Set(unfollowed.split(' '));
  return store.notices
    .where('at')
    .above(after)
    .filter(({ tipsterId }) => !unfollowedIds.has(tipsterId))
    .toArray();
}

/** Returns a predicate for unread notices; a post seen in the list of followed tips is read. */
async function createUnreadCheck({ store }: Member): Promise<(notice: Notice) => boolean> {
  const { read = '', seen = '' } = (await readNoticeState(store)).known;
  return ({ at, kind }) => at > read && !(kind === 'posted' && at <= seen);
}

async function readTipsOfNotices(
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

/** The polling interval for notices while a page is visible, in milliseconds. */
const noticePollIntervalMs = 60_000;

/** The number of unread entries about actions of other members or the server; polls for notices. */
export function useUnreadCount(): number {
  const { member } = useDevice();
  const unfollowed = useUnfollowedTipsters();
  useRefresh('notices');
  usePollNotices();
  const unread = useLiveQuery(async () => {
    if (!member || unfollowed === undefined) return 0;
    const isUnread = await createUnreadCheck(member);
    const { read } = (await readNoticeState(member.store)).known;
    const notices = await readShownNotices(member, unfollowed, read);
    const messages = await member.store.messages.where('read').equals(0).count();
    return messages + notices.filter(isUnread).length;
  }, [member, unfollowed]);
  return unread ?? 0;
}

function usePollNotices(): void {
  const { engine } = useEngineState();
  useEffect(() => {
    if (!engine) return undefined;
    const refresh = () => {
      const isOpen = document.visibilityState === 'visible' && navigator.onLine;
      if (isOpen) void engine.refresh('notices');
    };
    const timer = setInterval(refresh, noticePollIntervalMs);
    return () => clearInterval(timer);
  }, [engine]);
}

/**
 * Returns a function that is called with each shown message. The function stores results and
 * refusals in the inbox, and hides a message when its operation ends.
 */
export function useMessageHandler(): (toast: Toast) => void {
  const { member } = useDevice();
  return (toast) => {
    if (member) endMessageWithOperation(member.store, toast);
    const isStored = toast.tone === 'won' || toast.tone === 'lost';
    // Errors are ignored: a storage fault has its own notice, and the message was already shown.
    if (member && isStored) void storeMessage(member, toast).catch(() => undefined);
  };
}

/** Stores a message, and deletes an earlier one with the same subject. */
export async function storeMessage({ store }: Member, toast: Toast): Promise<void> {
  const { tone, title, text, subject: about, to, adds, unread } = toast;
  const games = about === undefined ? [] : await readGamesOfMessage(store, about);
  const row = {
    tone,
    title,
    text,
    about,
    to,
    games,
    at: Date.now(),
    read: unread ? 0 : 1,
  } as const;
  await store.transaction('rw', store.messages, async (): Promise<void> => {
    if (about !== undefined && !adds) await store.messages.where('about').equals(about).delete();
    await store.messages.add(row);
    const over = (await store.messages.count()) - maxMessages;
    if (over > 0) await store.messages.orderBy('id').limit(over).delete();
  });
}

/** A withdrawn tip is in no list any more, but the message about its post contains the games. */
async function readGamesOfMessage(store: MemberStore, about: string): Promise<readonly string[]> {
  const known = await readGamesOfSubject(store, about);
  if (known.length > 0) return known;
  const earlier = await store.messages.where('about').equals(about).toArray();
  return earlier.findLast(({ games = [] }) => games.length > 0)?.games ?? [];
}

/** Marks all entries as read, on this device and on the member's other devices. */
export function useMarkInboxRead(): () => void {
  const { member } = useDevice();
  const { engine } = useEngineState();
  return () => {
    // Errors are ignored, because a storage fault has its own notice.
    if (member) void markAllRead(member, engine).catch(() => undefined);
  };
}

async function markAllRead({ store }: Member, engine: Engine | undefined): Promise<void> {
  await store.messages.where('read').equals(0).modify({ read: 1 });
  const newest = await store.notices.orderBy('at').last();
  const { known } = await readNoticeState(store);
  if (!newest || newest.at <= (known.read ?? '')) return;
  await advanceNoticeState(store, { read: newest.at });
  await engine?.refresh('notices');
}
