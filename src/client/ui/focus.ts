/**
 * A ref for a button or form that disappears after its action. If the element had the focus, the
 * heading above gets the focus, so that keyboard users do not restart at the top of the page.
 */
export function focusHeadingOnRemoval(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  return () => {
    if (!element.contains(document.activeElement)) return;
    const headings = findHeadingsAbove(element);
    queueMicrotask(() => focusFirstHeading(headings));
  };
}

/**
 * A ref that focuses an element when it is mounted; stable, so that a render does not focus again.
 */
export function focusOnMount(element: HTMLElement | null): (() => void) | undefined {
  element?.focus();
  return focusHeadingOnRemoval(element);
}

/** A ref that scrolls an element into view when it is mounted. */
export function scrollIntoViewOnMount(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** The headings above an element, innermost first, the page's heading last. */
function findHeadingsAbove(element: HTMLElement): HTMLElement[] {
  const part = element.closest('section, [role=dialog]');
  return [part, document.querySelector('main')].flatMap(
    (section) => section?.querySelector<HTMLElement>('h1, h2, h3') ?? [],
  );
}

/** Focuses the first heading that still exists, unless another element has the focus. */
function focusFirstHeading(headings: readonly HTMLElement[]): void {
  if (document.activeElement !== document.body) return;
  const heading = headings.find(({ isConnected }) => isConnected);
  if (heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
