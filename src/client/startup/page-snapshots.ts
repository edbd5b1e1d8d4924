import type { AnyRouter } from '@tanstack/react-router';
import { deleteSnapshots, storeSnapshot } from '#sync/storage/snapshots.ts';
import { buildReaderKey } from '#client/session/reader-key.ts';
import { readSession, session } from '#client/session/session.ts';
import { asOfMomentText, momentText } from '#client/ui/formats.ts';
import { hasSnapshot, isFirstWindowDrawn, waitUntilIdle } from './first-screen.ts';
import { readPageScrollY } from './page-scroll.ts';
import { createSnapshotMarkup } from './snapshot-markup.ts';
import { replaceSnapshotByApp } from './snapshot-swap.ts';

/** Pages with secrets, settings or corrections; they get no snapshot. */
const unstoredPaths = /^\/(?:account|settings|sync|errors|pools\/join|admin\/corrections)(?:\/|$)/i;
const snapshotIntervalMs = 1000;

/**
 * Stores a snapshot of each page for the next start at its URL: in idle time after a change, and
 * when the page is hidden or left. First replaces the snapshot of this start by the app.
 */
export function storePageSnapshots(root: Element, router: AnyRouter): void {
  const shown = replaceSnapshotByApp(root);
  const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;
  if (build === undefined || !('caches' in globalThis)) return;
  let last: { address: string; markup: string } | undefined;
  let isChanged = false;
  /**
   * The member for whom the page was rendered: after a logout, this member's rows stay visible
   * until the next page is read.
   */
  let drawnFor = session.get()?.memberId;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function draw(address: string, path: string): void {
    const reader = buildReaderKey();
    if (!isChanged || reader === undefined || unstoredPaths.test(path)) return;
    // A person may have removed the login with the browser's tools while the page was open.
    const isReaders = drawnFor === session.get()?.memberId && drawnFor === readSession()?.memberId;
    if (!isReaders) return;
    if (readPageScrollY() > 0 || !isFirstWindowDrawn(root) || hasSnapshot()) return;
    isChanged = false;
    const now = new Date();
    const asOf = {
      time: asOfMomentText(momentText(now, 'time')),
      day: asOfMomentText(momentText(now, 'day')),
    };
    const markup = createSnapshotMarkup(root, { reader, asOf, now });
    if (last?.address === address && last.markup === markup) return;
    last = { address, markup };
    void storeMarkup(address, markup, build ?? '').catch(() => {
      last = undefined;
    });
  }

  function drawNow(): void {
    const { href, pathname } = router.state.resolvedLocation ?? router.state.location;
    draw(href.replace(/#.*/, ''), pathname);
  }

  function drawLater(): void {
    isChanged = true;
    timer ??= setTimeout(() => {
      void waitUntilIdle().then(() => {
        timer = undefined;
        drawNow();
      });
    }, snapshotIntervalMs);
  }

  new MutationObserver((records) => {
    if (!records.every(isCountdownChange)) drawLater();
  }).observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  });
  // The app rendered its page behind the snapshot, so that page is not stored yet.
  void shown.then(drawLater);
  router.subscribe('onBeforeLoad', ({ hrefChanged }) => hrefChanged && drawNow());
  router.subscribe('onRendered', () => {
    drawnFor = session.get()?.memberId;
  });
  addEventListener('pagehide', drawNow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') drawNow();
  });
  deleteOnLoginChange(() => {
    last = undefined;
  });
}

/** True if only a countdown changed, which snapshots do not contain. */
function isCountdownChange({ target }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  return (element?.closest('[data-live]') ?? null) !== null;
}

async function storeMarkup(address: string, markup: string, build: string): Promise<void> {
  const memberId = session.get()?.memberId;
  await storeSnapshot(caches, address, { markup, memberId, build });
  // The member may have logged out during the write.
  if (session.get()?.memberId !== memberId) await deleteOthersSnapshots();
}

/** Deletes a member's snapshots when the login changes. */
function deleteOnLoginChange(onForget: () => void): void {
  let memberId = session.get()?.memberId;
  void deleteOthersSnapshots();
  session.subscribe(() => {
    const before = memberId;
    memberId = session.get()?.memberId;
    if (memberId === before) return;
    onForget();
    void deleteOthersSnapshots();
  });
}

/** Ignores failures: before showing a snapshot, service worker and page check whose it is. */
async function deleteOthersSnapshots(): Promise<void> {
  await deleteSnapshots(caches, { exceptOf: session.get()?.memberId }).catch(() => undefined);
}
