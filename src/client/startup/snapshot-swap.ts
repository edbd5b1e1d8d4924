import { isFirstWindowDrawn } from './first-screen.ts';

/** The maximum wait for the app's rows, in milliseconds; after it the app is shown anyway. */
const maxAppWaitMs = 5000;
/**
 * If the app did not change for this time, in milliseconds, it is shown even if its texts differ
 * from the snapshot's texts.
 */
const unchangedLimitMs = 500;
/** The interval of checks while the app does not change, in milliseconds. */
const checkIntervalMs = 100;

/** Replaces the snapshot by the app once the app has rendered its rows; resolves then. */
export async function replaceSnapshotByApp(root: Element): Promise<void> {
  const snapshot = document.getElementById('snapshot');
  if (!snapshot) return;
  const { promise: shown, resolve } = Promise.withResolvers<void>();
  const begun = performance.now();
  const rows = (within: Element) =>
    within.querySelectorAll('main :is(li, article, tr, [role=listitem])').length;
  const hadRows = rows(snapshot) > 0;
  const words = collectLastingTexts(snapshot);
  let missing = { count: Infinity, since: begun };

  /**
   * True if the app shows all texts of the snapshot, or does not change any more. Rows alone are
   * not enough, because their buttons and numbers are rendered later.
   */
  function hasSettled(now: number): boolean {
    const drawn = collectLastingTexts(root);
    const count = [...words].filter((text) => !drawn.has(text)).length;
    if (count !== missing.count) missing = { count, since: now };
    return count === 0 || now - missing.since > unchangedLimitMs;
  }

  function check(): void {
    const now = performance.now();
    const hasRows = !hadRows || rows(root) > 0;
    const isDone = hasRows && hasSettled(now) && isFirstWindowDrawn(root);
    // A link that is being pressed must not disappear before the finger is lifted.
    const isPressed = snapshot?.querySelector(':active') !== null;
    if ((isDone || now - begun > maxAppWaitMs) && !isPressed) showApp();
  }

  function showApp(): void {
    clearInterval(timer);
    changes.disconnect();
    const href = document.activeElement?.closest('#snapshot a')?.getAttribute('href');
    snapshot?.remove();
    if (href)
      root
        .querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
        ?.focus({ preventScroll: true });
    resolve();
  }

  // Checks in the task that has rendered the last rows, which saves a frame.
  const changes = new MutationObserver(check);
  changes.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
  const timer = setInterval(check, checkIntervalMs);
  return shown;
}

/** Texts about the connection and texts of placeholders, which are not compared. */
const momentaryTextSelector = '[data-as-of], [data-offline], [hidden], .invisible';
/** A notice about the connection; it moves the rows below it. */
const connectionNoticeSelector = '[data-offline]:not([hidden])';

/**
 * Collects the own texts of each element, without texts that are not compared. A notice about the
 * connection adds one fixed text.
 */
function collectLastingTexts(within: Element): Set<string> {
  const texts = new Set<string>();
  for (const element of within.querySelectorAll('*')) {
    if (element.matches(connectionNoticeSelector)) texts.add(connectionNoticeSelector);
    // React creates several text nodes where parsed markup has one, so the texts are joined.
    const pieces = [...element.childNodes].filter((node) => node instanceof Text);
    const text = pieces.map(({ data }) => data).join('');
    if (text !== '' && element.closest(momentaryTextSelector) === null) texts.add(text);
  }
  return texts;
}
