import { PushMessage } from '#contract/account/push.ts';
import type { BackgroundRunDependencies } from '#sync/background.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import {
  summarizeOutcomes,
  type NoticeTexts,
  type NotificationPreference,
  readStoredPreference,
} from '#sync/notification-preference.ts';

/** Notifications with one tag replace each other. */
const tag = 'touchline-outcome';

const icon = '/icon-192.png';

const tipsPath = '/tips/my-tips';
const tipPath = /^\/tip\/[0-9a-f-]{36}$/;
const syncPagePath = '/sync';

/** Dependencies for showing notifications. */
export type Notifier = {
  isAllowed: () => boolean;
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  /** True if a page of the app is visible, which displays the outcome itself. */
  isPageVisible: () => Promise<boolean>;
};

const defaultPreference: NotificationPreference = {
  lang: 'en',
  dir: 'ltr',
  sent: 'What you saved was sent.',
  needsYou: 'Something you saved waits for your decision.',
};

/** Notifies a member, if enabled, that operations were sent or refused in the background. */
export async function showOutcomeNotification(
  operations: readonly OperationRow[],
  since: number,
  { clock, databases }: Pick<BackgroundRunDependencies, 'clock' | 'databases'>,
  { isAllowed, isPageVisible, registration }: Notifier,
): Promise<void> {
  const { sent, needsYou } = summarizeOutcomes(operations, since);
  const [first] = operations;
  if (!(sent || needsYou) || first === undefined || !isAllowed()) return;
  try {
    const stored = await readStoredPreference(first.memberId, databases, new Date(clock.now()));
    if (stored === undefined || (await isPageVisible())) return;
    const { lang, dir, ...words } = stored.preference ?? defaultPreference;
    // A pending decision of the member is more important than sent operations.
    const urgent = operations.some(({ state }) => state === 'rejected' || state === 'conflict');
    await registration.showNotification('Touchline', {
      body: urgent ? words.needsYou : words.sent,
      data: { path: urgent ? syncPagePath : tipsPath },
      tag,
      icon,
      badge: icon,
      lang,
      dir,
    });
  } catch {
    // The app displays the outcome when it is opened.
  }
}

const defaultSentences: Record<PushMessage['kind'], string> = {
  posted: 'A tipster you follow posted a tip.',
  priced: 'A tip has all of its odds now.',
  'kick-off': 'A ticket you booked kicks off soon.',
  settled: 'A tip was settled.',
  corrected: 'A decision on a tip was corrected.',
};

/**
 * Shows a pushed notice with the texts stored by the member's page. Browsers require a notification
 * for every push, so an invalid push gets a general text.
 */
export async function showPushNotification(
  pushed: unknown,
  words: () => Promise<NoticeTexts | undefined>,
  { isAllowed, registration }: Pick<Notifier, 'isAllowed' | 'registration'>,
): Promise<void> {
  if (!isAllowed()) return;
  const { data } = PushMessage.safeParse(pushed);
  const stored = await words().catch(() => undefined);
  const path = data && `/tip/${data.tipId}`;
  await registration.showNotification('Touchline', {
    body: data
      ? (stored?.news[data.kind] ?? defaultSentences[data.kind])
      : 'Something new on Touchline.',
    data: { path },
    // A later notice of the tip replaces this one.
    tag: data ? `touchline-tip-${data.tipId}` : tag,
    icon,
    badge: icon,
    lang: (stored ?? defaultPreference).lang,
    dir: (stored ?? defaultPreference).dir,
  });
}

/** Opens a notification's page, in an open window or a new one. */
export async function openNotificationPage(data: unknown, clients: Clients): Promise<void> {
  const path = parseNotificationPath(data);
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  if (there) await there.focus();
  else await clients.openWindow(path);
}

/** Returns the path in a notification's data; only the sync page, a tip or own tips are allowed. */
function parseNotificationPath(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined;
  if (typeof path !== 'string') return tipsPath;
  return path === syncPagePath || tipPath.test(path) ? path : tipsPath;
}
