import { isFirstScreenShown, noteFirstScreen } from '#client/data/device/first-screen.ts';
import { hasSkeleton } from '#client/after-first-paint.ts';

/** How long the app may take to draw its rows before it is shown as it is, in milliseconds. */
const patienceMs = 5000;
/** How long the app may draw no more of what its snapshot has before it is shown with other words. */
const settleMs = 500;

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
  const words = textsOf(snapshot);
  let missing = { count: Infinity, since: begun };

  /** Rows come before their buttons and counts: the app has all words of its snapshot, or draws no more of them. */
  function hasSettled(now: number): boolean {
    const drawn = textsOf(root);
    const count = [...words].filter((text) => !drawn.has(text)).length;
    if (count !== missing.count) missing = { count, since: now };
    return count === 0 || now - missing.since > settleMs;
  }

  function look(): void {
    const now = performance.now();
    const hasRows = isDrawn(root) && (!hadRows || rows(root) > 0);
    const isReady = now - begun > patienceMs || (hasRows && hasSettled(now));
    const hasToldOffline = navigator.onLine || isFirstScreenShown.get();
    // A finger is on a link, which would be gone before it is lifted.
    const isPressed = snapshot?.querySelector(':active') !== null;
    if (isReady && hasToldOffline && !isPressed) return showApp();
    // Without a network the app says so in the frame after its rows, as the snapshot does.
    if (isReady) noteFirstScreen();
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

/** No words of a moment: of the connection, or of what only keeps its place. */
const passing = '[data-as-of], [data-offline], [hidden], .invisible';

/** The lasting words of each element within, without those of its children. */
function textsOf(within: Element): Set<string> {
  const texts = new Set<string>();
  for (const element of within.querySelectorAll('*')) {
    // Markup joins the pieces that React draws one by one.
    const pieces = [...element.childNodes].filter((node) => node instanceof Text);
    const text = pieces.map(({ data }) => data).join('');
    if (text !== '' && element.closest(passing) === null) texts.add(text);
  }
  return texts;
}
