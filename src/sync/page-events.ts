/** Where a page hears that it is looked at again, or that a network may be there. */
export type PageEvents = {
  /** The window: `online`, `offline`, `focus`, `pageshow`, `pagehide`. */
  window: EventTarget;
  /** The document: `visibilitychange`. */
  document: EventTarget;
  isVisible(): boolean;
  /** `navigator.onLine`: false may delay an attempt, true proves nothing. */
  isOnline(): boolean;
};

/** Calls back when it is time to look, when the network is said to be lost, and when the page goes. */
export function onPageEvents(
  events: PageEvents | undefined,
  heard: { onWoke: () => void; onOffline: () => void; onLeft: () => void },
): () => void {
  if (!events) return () => {};
  const { window, document } = events;
  const { onWoke, onOffline, onLeft } = heard;
  const onVisibility = () => {
    if (events.isVisible()) onWoke();
  };
  const listeners: [EventTarget, string, () => void][] = [
    [window, 'online', onWoke],
    [window, 'focus', onWoke],
    [window, 'pageshow', onWoke],
    [window, 'offline', onOffline],
    [window, 'pagehide', onLeft],
    [document, 'visibilitychange', onVisibility],
  ];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
  return () => {
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
  };
}
