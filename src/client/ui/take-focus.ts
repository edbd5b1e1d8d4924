/** Gives the focus to what has just come; the same function each time, so that it is given once. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
