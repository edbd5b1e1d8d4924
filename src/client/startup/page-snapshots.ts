import type { AnyRouter } from '@tanstack/react-router';
import { deleteSnapshots, storeSnapshot } from '#sync/storage/snapshots.ts';
import { readerText } from '#client/session/reader.ts';
import { readSession, session } from '#client/session/session.ts';
import { asOfWords, momentText } from '#client/ui/formats.ts';
import { hasSnapshot, isFirstWindowDrawn, untilIdle } from './first-screen.ts';
import { pageScrollY } from './page-scroll.ts';
import { snapshotMarkup } from './snapshot-markup.ts';
import { swapSnapshot } from './snapshot-swap.ts';

/** Pages with secrets, settings or corrections; a conflict on another page is drawn as an empty box. */
const neverStored = /^\/(?:account|settings|sync|errors|pools\/join|admin\/corrections)(?:\/|$)/i;
const betweenMs = 1000;

/**
 * Stores a snapshot of each rendered page for the next start at its address: in idle time after a
 * change, and when the page is hidden or left. Replaces the snapshot of this start by the app.
 */
export function keepSnapshots(root: Element, router: AnyRouter): void {
  const shown = swapSnapshot(root);
  const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;
  if (build === undefined || !('caches' in globalThis)) return;
  let last: { address: string; markup: string } | undefined;
  let isChanged = false;
  /**
   * The member of the rendered page: after a logout the member's rows remain while the next page is
   * read.
   */
  let drawnFor = session.get()?.memberId;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function draw(address: string, path: string): void {
    const reader = readerText();
    if (!isChanged || reader === undefined || neverStored.test(path)) return;
    // A person may have removed the login with the browser's tools while this page has it.
    const isReaders = drawnFor === session.get()?.memberId && drawnFor === readSession()?.memberId;
    if (!isReaders) return;
    if (pageScrollY() > 0 || !isFirstWindowDrawn(root) || hasSnapshot()) return;
    isChanged = false;
    const now = new Date();
    const asOf = {
      time: asOfWords(momentText(now, 'time')),
      day: asOfWords(momentText(now, 'day')),
    };
    const markup = snapshotMarkup(root, { reader, asOf, now });
    if (last?.address === address && last.markup === markup) return;
    last = { address, markup };
    void store(address, markup, build ?? '').catch(() => {
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
      void untilIdle().then(() => {
        timer = undefined;
        drawNow();
      });
    }, betweenMs);
  }

  new MutationObserver((records) => {
    if (!records.every(isOfClock)) drawLater();
  }).observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
  });
  // The page that was drawn behind a snapshot is not stored yet.
  void shown.then(drawLater);
  router.subscribe('onBeforeLoad', ({ hrefChanged }) => hrefChanged && drawNow());
  router.subscribe('onRendered', () => {
    drawnFor = session.get()?.memberId;
  });
  addEventListener('pagehide', drawNow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') drawNow();
  });
  forgetWithLogin(() => {
    last = undefined;
  });
}

/** Whether a change is only a countdown's, which no snapshot contains. */
function isOfClock({ target }: MutationRecord): boolean {
  const element = target instanceof Element ? target : target.parentElement;
  return (element?.closest('[data-live]') ?? null) !== null;
}

async function store(address: string, markup: string, build: string): Promise<void> {
  const memberId = session.get()?.memberId;
  await storeSnapshot(caches, address, { markup, memberId, build });
  // The member may have logged out meanwhile.
  if (session.get()?.memberId !== memberId) await deleteOthers();
}

/** Deletes one reader's snapshots before another one uses this device. */
function forgetWithLogin(onForget: () => void): void {
  let memberId = session.get()?.memberId;
  void deleteOthers();
  session.subscribe(() => {
    const before = memberId;
    memberId = session.get()?.memberId;
    if (memberId === before) return;
    onForget();
    void deleteOthers();
  });
}

/** A snapshot that could not be deleted is not shown: the worker and the page check its reader. */
async function deleteOthers(): Promise<void> {
  await deleteSnapshots(caches, { exceptOf: session.get()?.memberId }).catch(() => undefined);
}
