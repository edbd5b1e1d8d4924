import { PushMessage } from '#contract/account/push.ts';
import type { BackgroundParts } from '#sync/background.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import {
  outcomesSince,
  type NoticeWords,
  type NotificationPreference,
  preferenceOf,
} from '#sync/notification-preference.ts';

/** A single tag, so that a newer notification replaces the last one. */
const tag = 'touchline-outcome';

const icon = '/icon-192.png';

const tipsPath = '/tips/my-tips';
const tipPath = /^\/tip\/[0-9a-f-]{36}$/;
const sheetPath = '/sync';

/** Dependencies for showing notifications. */
export type Notifier = {
  isAllowed: () => boolean;
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  /** True if a page of the app is visible, which shows the outcome itself. */
  isWatched: () => Promise<boolean>;
};

const plain: NotificationPreference = {
  lang: 'en',
  dir: 'ltr',
  sent: 'What you saved was sent.',
  needsYou: 'Something you saved waits for your decision.',
};

/** Notifies a member who enabled it that operations were sent or refused in the background. */
export async function notifyOutcomes(
  operations: readonly OperationRow[],
  since: number,
  { clock, databases }: Pick<BackgroundParts, 'clock' | 'databases'>,
  { isAllowed, isWatched, registration }: Notifier,
): Promise<void> {
  const { sent, needsYou } = outcomesSince(operations, since);
  const [first] = operations;
  if (!(sent || needsYou) || first === undefined || !isAllowed()) return;
  try {
    const stored = await preferenceOf(first.memberId, databases, new Date(clock.now()));
    if (stored === undefined || (await isWatched())) return;
    const { lang, dir, ...words } = stored.preference ?? plain;
    // While an operation needs its member, the notification reports that.
    const urgent = operations.some(({ state }) => state === 'rejected' || state === 'conflict');
    await registration.showNotification('Touchline', {
      body: urgent ? words.needsYou : words.sent,
      data: { path: urgent ? sheetPath : tipsPath },
      tag,
      icon,
      badge: icon,
      lang,
      dir,
    });
  } catch {
    // The app shows the outcome when it is opened.
  }
}

const plainSentences: Record<PushMessage['kind'], string> = {
  posted: 'A tipster you follow posted a tip.',
  priced: 'A tip has all of its odds now.',
  'kick-off': 'A ticket you booked kicks off soon.',
  settled: 'A tip was settled.',
  corrected: 'A decision on a tip was corrected.',
};

/**
 * Shows a pushed notice in the sentences stored by the member's page. A browser requires a
 * notification for every push, so an unreadable one gets a general text.
 */
export async function notifyPushed(
  pushed: unknown,
  words: () => Promise<NoticeWords | undefined>,
  { isAllowed, registration }: Pick<Notifier, 'isAllowed' | 'registration'>,
): Promise<void> {
  if (!isAllowed()) return;
  const { data } = PushMessage.safeParse(pushed);
  const stored = await words().catch(() => undefined);
  const path = data && `/tip/${data.tipId}`;
  await registration.showNotification('Touchline', {
    body: data
      ? (stored?.news[data.kind] ?? plainSentences[data.kind])
      : 'Something new on Touchline.',
    data: { path },
    // A later notice of the tip replaces this one.
    tag: data ? `touchline-tip-${data.tipId}` : tag,
    icon,
    badge: icon,
    lang: (stored ?? plain).lang,
    dir: (stored ?? plain).dir,
  });
}

/** Opens the page that a notification is about, in an open window or a new one. */
export async function openFrom(data: unknown, clients: Clients): Promise<void> {
  const path = pathIn(data);
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  if (there) await there.focus();
  else await clients.openWindow(path);
}

/** The path in a notification's data, restricted to the sheet, a tip's page and own tips. */
function pathIn(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined;
  if (typeof path !== 'string') return tipsPath;
  return path === sheetPath || tipPath.test(path) ? path : tipsPath;
}
