import { isFirstWindowDrawn } from './first-screen.ts';

/** The maximum wait for the app's rows before the app is shown anyway, in milliseconds. */
const maxAppWaitMs = 5000;
/**
 * The time without a change after which the app is shown although its texts differ from the
 * snapshot's, in milliseconds.
 */
const unchangedLimitMs = 500;
/** The interval of checks while the app does not change, in milliseconds. */
const checkIntervalMs = 100;

/** Replaces the snapshot by the app once the app has rendered rows of its own; resolves then. */
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
   * Rows come before their buttons and counts: the app has settled if it has all texts of its
   * snapshot, or stops changing.
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
    // A pressed link would disappear before the finger is lifted.
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

  // A check in the task that has drawn the last rows saves a frame.
  const changes = new MutationObserver(check);
  changes.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
  const timer = setInterval(check, checkIntervalMs);
  return shown;
}

/** Momentary texts: of the connection, or of placeholders. */
const momentaryTextSelector = '[data-as-of], [data-offline], [hidden], .invisible';
/** A notice of the connection, which moves the rows below it. */
const notice = '[data-offline]:not([hidden])';

/**
 * The lasting words of each element within, without those of its children; a notice of the
 * connection counts without its words.
 */
function collectLastingTexts(within: Element): Set<string> {
  const texts = new Set<string>();
  for (const element of within.querySelectorAll('*')) {
    if (element.matches(notice)) texts.add(notice);
    // Markup joins the pieces that React draws one by one.
    const pieces = [...element.childNodes].filter((node) => node instanceof Text);
    const text = pieces.map(({ data }) => data).join('');
    if (text !== '' && element.closest(momentaryTextSelector) === null) texts.add(text);
  }
  return texts;
}
