import { isFirstScreenShown, noteFirstScreen } from '#client/data/device/first-screen.ts';
import { hasSkeleton } from '#client/after-first-paint.ts';

/** How long the app may take to draw its rows before it is shown as it is, in milliseconds. */
const patienceMs = 5000;

/** Whether the app draws its page, and holds no place for what is still being read. */
export function isDrawn(root: Element): boolean {
  return root.querySelector('main h1') !== null && !hasSkeleton(root);
}

/** Shows the app in the place of the snapshot, once it has drawn rows of its own. */
export function swapSnapshot(root: Element): void {
  const snapshot = document.getElementById('snapshot');
  if (!snapshot) return;
  const begun = performance.now();
  const rows = (within: Element) =>
    within.querySelectorAll('main :is(li, article, tr, [role=listitem])').length;
  const hadRows = rows(snapshot) > 0;

  function look(): void {
    const isLate = performance.now() - begun > patienceMs;
    const isReady = isDrawn(root) && (!hadRows || rows(root) > 0);
    // A finger is on a link, which would be gone before it is lifted.
    const isPressed = snapshot?.querySelector(':active') !== null;
    const hasToldOffline = navigator.onLine || isFirstScreenShown.get();
    if ((isReady || isLate) && !isPressed && hasToldOffline) return showApp();
    // Without a network the app says so in the frame after its rows, as the snapshot does.
    if (isReady || isLate) noteFirstScreen();
    requestAnimationFrame(look);
  }

  function showApp(): void {
    const href = document.activeElement?.closest('#snapshot a')?.getAttribute('href');
    snapshot?.remove();
    if (href)
      root
        .querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
        ?.focus({ preventScroll: true });
  }

  requestAnimationFrame(look);
}
