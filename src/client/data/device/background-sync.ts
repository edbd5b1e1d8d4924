import '#client/startup/zod-jitless.ts';
import { onBrowserEvents } from '#client/browser-events.ts';
import { outboxTag, pullTag } from '#sync/background-tags.ts';
import { appBadgeCount, showAppBadge } from '#sync/app-badge.ts';
import { watchOutbox } from '#sync/outbox/outbox.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';

/** Features of some browsers that the library of types does not have. */
type Registration = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> };
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> };
};
type Workers = Pick<ServiceWorkerContainer, 'getRegistration'> | undefined;
type Permissions = { query(descriptor: { name: string }): Promise<{ state: string }> };

const minPullIntervalMs = 12 * 60 * 60_000;

/**
 * Asks the browser to wake the worker once there is a connection. In other browsers operations are
 * sent when a page is opened.
 */
export async function requestBackgroundSend(
  workers: Workers = navigator.serviceWorker,
): Promise<void> {
  try {
    const registration: Registration | undefined = await workers?.getRegistration();
    await registration?.sync?.register(outboxTag);
  } catch {
    // The person may have denied it.
  }
}

/** Registers periodic wake-ups, if the browser grants them, which it does for installed apps. */
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
    // Some browsers do not know this permission's name.
  }
}

/** Closes the worker's notifications, since the page itself shows the outbox. */
export async function closeNotifications(
  workers: Workers = navigator.serviceWorker,
): Promise<void> {
  try {
    const registration = await workers?.getRegistration();
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  } catch {
    // A browser without notifications has none to close.
  }
}

/**
 * The minimum time between updates of the icon, in milliseconds: a long queue changes many times a
 * second.
 */
const badgeIntervalMs = 500;

/**
 * Updates the number on the app's icon, asks the worker to send when the page is hidden, and closes its
 * notifications when the page is shown. The returned function ends it.
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
