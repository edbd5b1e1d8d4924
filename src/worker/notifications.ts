import type { BackgroundParts } from '#sync/background.ts';
import type { OperationRow } from '#sync/operation-row.ts';
import {
  newsSince,
  type NotificationPreference,
  preferenceOf,
} from '#sync/notification-preference.ts';

/** One name for all of them: a newer one takes the place of the one before. */
const tag = 'touchline-outcome';

const icon = '/icon-192.png';

/** Where a tap leads. */
const tipsPath = '/tips/my-tips';
const sheetPath = '/sync';

/** What a worker can do about notifications. */
export type Notifier = {
  isAllowed: () => boolean;
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  /** Whether a person looks at a page of the app, which says it all itself. */
  isWatched: () => Promise<boolean>;
};

/** For a wish whose words this build cannot read. */
const plain: NotificationPreference = {
  lang: 'en',
  dir: 'ltr',
  sent: 'What you saved was sent.',
  needsYou: 'Something you saved needs you.',
};

/** Tells the member, where they want to be told, that something was sent or refused meanwhile. */
export async function tellNews(
  operations: readonly OperationRow[],
  since: number,
  { clock, databases }: Pick<BackgroundParts, 'clock' | 'databases'>,
  { isAllowed, isWatched, registration }: Notifier,
): Promise<void> {
  const { sent, needsYou } = newsSince(operations, since);
  const [first] = operations;
  if (!(sent || needsYou) || first === undefined || !isAllowed()) return;
  try {
    const wish = await preferenceOf(first.memberId, databases, new Date(clock.now()));
    if (wish === undefined || (await isWatched())) return;
    const { lang, dir, ...words } = wish.preference ?? plain;
    // What needs its person is not covered by what does not, for as long as it is so.
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
    // It was sent all the same, and the app says so when it is opened.
  }
}

/** Opens what a notification is about, in a page that is there or in a new one. */
export async function openFrom(data: unknown, clients: Clients): Promise<void> {
  const path = pathIn(data);
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  if (there) await there.focus();
  else await clients.openWindow(path);
}

/** Nothing else than these two, whatever a notification holds. */
function pathIn(data: unknown): string {
  const isSheet =
    typeof data === 'object' && data !== null && 'path' in data && data.path === sheetPath;
  return isSheet ? sheetPath : tipsPath;
}
