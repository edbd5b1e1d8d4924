import { useSyncExternalStore } from 'react';
import { observed, type Observable } from '#sync/observable.ts';

/** A chosen theme, or the device's. */
type Theme = 'device' | 'day' | 'night';

const key = 'touchline-theme';

/** The background of each theme, for the browser's own bars. */
const grounds = { day: '#f4f3ec', night: '#0b0f0c' } as const;

const current = observed<Theme>('device');
let watching = false;

/** The theme of this device; it changes with a choice in any tab. */
const theme: Observable<Theme> = {
  get() {
    followTheme();
    return current.get();
  },
  subscribe(onChange) {
    followTheme();
    return current.subscribe(onChange);
  },
};

export function useTheme(): Theme {
  return useSyncExternalStore(theme.subscribe, theme.get);
}

/** Applies a theme, and stores it for the next start. */
export function chooseTheme(chosen: Theme): void {
  try {
    if (chosen === 'device') localStorage.removeItem(key);
    else localStorage.setItem(key, chosen);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  show(chosen);
}

/** Applies the theme chosen in any tab. */
export function followTheme(): void {
  if (watching) return;
  watching = true;
  current.set(readTheme());
  globalThis.addEventListener('storage', (event) => {
    if (event.key === null || event.key === key) show(readTheme());
  });
}

function readTheme(): Theme {
  try {
    const chosen = localStorage.getItem(key);
    return chosen === 'day' || chosen === 'night' ? chosen : 'device';
  } catch {
    return 'device';
  }
}

/** public/theme.js does the same before the first paint. */
function show(chosen: Theme): void {
  const { dataset } = document.documentElement;
  if (chosen === 'device') delete dataset['theme'];
  else dataset['theme'] = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'night' : 'day';
    meta.content = grounds[chosen === 'device' ? own : chosen];
  }
  current.set(chosen);
}
