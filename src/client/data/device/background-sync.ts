import '#client/startup/zod-jitless.ts';
import { onBrowserEvents } from '#client/browser-events.ts';
import { outboxTag, pullTag } from '#sync/background-tags.ts';
import { appBadgeCount, showAppBadge } from '#sync/app-badge.ts';
import { watchOutbox } from '#sync/outbox/outbox.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';

/** Browser features that TypeScript's DOM types do not include. */
type Registration = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> };
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> };
};
type Workers = Pick<ServiceWorkerContainer, 'getRegistration'> | undefined;
type Permissions = { query(descriptor: { name: string }): Promise<{ state: string }> };

const minPullIntervalMs = 12 * 60 * 60_000;

/**
 * Requests that the browser wakes the service worker when there is a connection. In browsers
 * without this feature, operations are sent when a page is opened.
 */
export async function requestBackgroundSend(
  workers: Workers = navigator.serviceWorker,
): Promise<void> {
  try {
    const registration: Registration | undefined = await workers?.getRegistration();
    await registration?.sync?.register(outboxTag);
  } catch {
    // The person may have denied background sync.
  }
}

/** Registers periodic wake-ups of the worker; browsers grant them only to installed apps. */
export async function requestPeriodicPull(
  workers: Workers = navigator.serviceWorker,
  permissions: Permissions = navigator.permissions,
): Promise<void> {
  try {
    const registration: Registration | undefined = await workers?.getRegistration();
    if (!registration?.periodicSync) return;
    const { state } = await permissions.query({ name: 'periodic-background-sync' });
    if (state !== 'granted') return;
    await registration.periodicSync.register(pullTag, { minInterval: minPullIntervalMs });
  } catch {
    // Some browsers do not know this permission's name and throw.
  }
}

/** Closes the service worker's notifications, because the page itself shows the outbox. */
export async function closeNotifications(
  workers: Workers = navigator.serviceWorker,
): Promise<void> {
  try {
    const registration = await workers?.getRegistration();
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  } catch {
    // A browser without notifications throws, and there is nothing to close.
  }
}

/**
 * The minimum time between updates of the icon, in milliseconds, because a long queue changes many
 * times a second.
 */
const badgeIntervalMs = 500;

/**
 * Updates the number on the app's icon, requests a background send when the page is hidden, and
 * closes notifications when the page is shown. Returns a function that stops these updates.
 */
export function trackOutbox(store: MemberStore | undefined): () => void {
  if (store === undefined) {
    void showAppBadge(navigator, 0);
    void closeNotifications();
    return () => {};
  }
  let pending: readonly OperationRow[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    void showAppBadge(navigator, appBadgeCount(pending));
  };
  const endWatching = watchOutbox(store, (operations) => {
    pending = operations.filter(({ state }) => state !== 'acked');
    timer ??= setTimeout(draw, badgeIntervalMs);
  });
  const onTurned = () => {
    if (document.visibilityState === 'visible') void closeNotifications();
    else if (pending.length > 0) void requestBackgroundSend();
  };

  const endEvents = onBrowserEvents(['visibilitychange'], onTurned);
  if (document.visibilityState === 'visible') void closeNotifications();
  return () => {
    endWatching();
    endEvents();
    clearTimeout(timer);
  };
}
