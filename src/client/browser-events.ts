type BrowserEvent = 'visibilitychange' | 'focus' | 'online' | 'offline';

/** Calls `onEvent` for these window or document events; returns the unsubscribe function. */
export function onBrowserEvents(events: readonly BrowserEvent[], onEvent: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  for (const event of events) {
    const target: EventTarget = event === 'visibilitychange' ? document : globalThis;
    target.addEventListener(event, onEvent, { signal });
  }
  return () => ending.abort();
}
