import '../without-eval.ts';
import { outboxTag, pullTag } from '#sync/background-tags.ts';
import { badgeOf, showBadge } from '#sync/badge.ts';
import { watchOutbox } from '#sync/outbox.ts';
import type { OperationRow } from '#sync/operation-row.ts';
import type { MemberStore } from '#sync/member-store.ts';

/** What some browsers can do besides, and no library of types knows yet. */
type Registration = ServiceWorkerRegistration & {
  sync?: { register: (tag: string) => Promise<void> };
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> };
};
type Workers = Pick<ServiceWorkerContainer, 'getRegistration'> | undefined;
type Permissions = { query(asked: { name: string }): Promise<{ state: string }> };

const twelveHours = 12 * 60 * 60_000;

/**
 * Asks the browser to wake the worker when there is a line, should this page be gone by then. Where
 * it cannot, pages send when they are opened; nobody is told.
 */
export async function askForSending(workers: Workers = navigator.serviceWorker): Promise<void> {
  try {
    const registration: Registration | undefined = await workers?.getRegistration();
    await registration?.sync?.register(outboxTag);
  } catch {
    // A person may have forbidden it.
  }
}

/** Asks to be woken now and then, where the browser has granted that: installed apps alone get it. */
export async function askForPulling(
  workers: Workers = navigator.serviceWorker,
  permissions: Permissions = navigator.permissions,
): Promise<void> {
  try {
    const registration: Registration | undefined = await workers?.getRegistration();
    if (!registration?.periodicSync) return;
    const { state } = await permissions.query({ name: 'periodic-background-sync' });
    if (state !== 'granted') return;
    await registration.periodicSync.register(pullTag, { minInterval: twelveHours });
  } catch {
    // Browsers differ in whether they know the name of this permission.
  }
}

/** Takes down what the worker told of the queue: the app says it itself, and as it is by now. */
export async function takeDownNews(workers: Workers = navigator.serviceWorker): Promise<void> {
  try {
    const registration = await workers?.getRegistration();
    for (const news of (await registration?.getNotifications()) ?? []) news.close();
  } catch {
    // A browser without notifications has none to take down.
  }
}

/** How far the icon may lag behind: a long queue changes many times a second. */
const pace = 500;

/**
 * Keeps the number on the app's icon right, hands what is unsent over to the worker when the page is
 * put away, and takes down its news when the page is looked at. The answer ends it; nobody's device
 * has no number and no news.
 */
export function followOutbox(store: MemberStore | undefined): () => void {
  if (store === undefined) {
    void showBadge(navigator, 0);
    void takeDownNews();
    return () => {};
  }
  let pending: readonly OperationRow[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    timer = undefined;
    void showBadge(navigator, badgeOf(pending));
  };
  const endWatching = watchOutbox(store, (operations) => {
    pending = operations.filter(({ state }) => state !== 'acked');
    timer ??= setTimeout(draw, pace);
  });
  const onTurned = () => {
    if (document.visibilityState === 'visible') void takeDownNews();
    else if (pending.length > 0) void askForSending();
  };

  document.addEventListener('visibilitychange', onTurned);
  if (document.visibilityState === 'visible') void takeDownNews();
  return () => {
    endWatching();
    document.removeEventListener('visibilitychange', onTurned);
    clearTimeout(timer);
  };
}
