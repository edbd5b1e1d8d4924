/** Presses a key on what has the focus. */
export function presses(key: string): void {
  const on = document.activeElement ?? document.body;
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}
