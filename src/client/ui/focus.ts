/**
 * Ref of a button or form that disappears after its work. Moves a focus inside it to the heading
 * above, so that a keyboard or screen reader does not restart at the top of the page.
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
 * Focuses an element when it is mounted. A stable function, so that a new render does not focus
 * again.
 */
export function focusOnMount(element: HTMLElement | null): (() => void) | undefined {
  element?.focus();
  return focusHeadingOnRemoval(element);
}

/** Scrolls a mounted element into view, as little as possible. */
export function scrollIntoViewOnMount(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Headings above an element, innermost first and the page's own last. */
function findHeadingsAbove(element: HTMLElement): HTMLElement[] {
  const part = element.closest('section, [role=dialog]');
  return [part, document.querySelector('main')].flatMap(
    (section) => section?.querySelector<HTMLElement>('h1, h2, h3') ?? [],
  );
}

/** Focuses the first heading still in the page, unless another element took the focus meanwhile. */
function focusFirstHeading(headings: readonly HTMLElement[]): void {
  if (document.activeElement !== document.body) return;
  const heading = headings.find(({ isConnected }) => isConnected);
  if (heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
