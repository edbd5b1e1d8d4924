/** Where a page hears that it is looked at again, or that a network may be there. */
export type PageEvents = {
  /** The window: `online`, `focus`, `pageshow`. */
  window: EventTarget;
  /** The document: `visibilitychange`. */
  document: EventTarget;
  isVisible(): boolean;
  /** `navigator.onLine`: false may delay an attempt, true proves nothing. */
  isOnline(): boolean;
};

/** Calls back on each of them; the answer ends it. */
export function onPageEvents(events: PageEvents | undefined, onWoke: () => void): () => void {
  if (!events) return () => {};
  const { window, document } = events;
  const onVisibility = () => {
    if (events.isVisible()) onWoke();
  };
  const names = ['online', 'focus', 'pageshow'];
  for (const name of names) window.addEventListener(name, onWoke);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    for (const name of names) window.removeEventListener(name, onWoke);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
