/**
 * The ref of a button or form that goes when it has done its work. If the focus was in it, the heading
 * above is given the focus, so that a keyboard or screen reader does not start again at the page's top.
 */
export function focusHeadingAfter(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  return () => {
    if (!element.contains(document.activeElement)) return;
    const headings = headingsOver(element);
    queueMicrotask(() => focusFirst(headings));
  };
}

/** The heading of an element's part of the page, and the page's own should that part go with it. */
function headingsOver(element: HTMLElement): HTMLElement[] {
  const part = element.closest('section, [role=dialog]');
  return [part, document.querySelector('main')].flatMap(
    (place) => place?.querySelector<HTMLElement>('h1, h2, h3') ?? [],
  );
}

/** Focuses the first that is still there, unless something else has taken the focus meanwhile. */
function focusFirst(headings: readonly HTMLElement[]): void {
  if (document.activeElement !== document.body) return;
  const heading = headings.find(({ isConnected }) => isConnected);
  if (heading === undefined) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
