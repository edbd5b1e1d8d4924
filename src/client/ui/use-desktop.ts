import { useSyncExternalStore } from 'react';

// The breakpoint `lg` of the style sheet.
const wide = '(min-width: 64rem)';

/** Whether there is room for the slip beside the games; it is drawn in one of its places only. */
export function useDesktop(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(wide).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
