/** The event sources for visibility and network of a page. */
export type PageEvents = {
  /** The window: `online`, `offline`, `focus`, `pageshow`, `pagehide`. */
  window: EventTarget;
  /** The document: `visibilitychange`. */
  document: EventTarget;
  isVisible(): boolean;
  /** `navigator.onLine`: if false, an attempt may wait; true does not prove a connection. */
  isOnline(): boolean;
};

/**
 * Calls back when the page wakes, loses the network or is hidden; returns a function that stops.
 */
export function listenToPageEvents(
  events: PageEvents | undefined,
  { onWoke, onOffline, onHidden }: Record<'onWoke' | 'onOffline' | 'onHidden', () => void>,
): () => void {
  if (!events) return () => {};
  const { window, document } = events;
  const onVisibility = () => {
    if (events.isVisible()) onWoke();
  };
  const listeners: [EventTarget, string, () => void][] = [
    [window, 'online', onWoke],
    [window, 'focus', onWoke],
    [window, 'pageshow', onWoke],
    [window, 'offline', onOffline],
    [window, 'pagehide', onHidden],
    [document, 'visibilitychange', onVisibility],
  ];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
  return () => {
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
  };
}
