import { useObservable } from '#client/use-observable.ts';
import { createPersistedValue } from './persisted-value.ts';

/** A chosen theme; `device` follows the operating system. */
type Theme = 'device' | 'day' | 'night';

/** The background colour of each theme, for the browser's own toolbars. */
const themeBackgrounds = { day: '#f4f3ec', night: '#0b0f0c' } as const;

const theme = createPersistedValue(
  'touchline-theme',
  (stored): Theme => (stored === 'day' || stored === 'night' ? stored : 'device'),
  { form: 'text' },
);

/** The theme of this device; it changes after a choice in any tab. */
export function useTheme(): Theme {
  return useObservable(theme);
}

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen === 'device' ? undefined : chosen);
}

/** Applies a theme that is chosen in any tab; returns the unsubscribe function. */
export function watchTheme(): () => void {
  return theme.subscribe(applyTheme);
}

/** `public/theme.js` applies the theme before the first paint; both must set equal values. */
function applyTheme(): void {
  const chosen = theme.get();
  const { dataset } = document.documentElement;
  if (chosen === 'device') delete dataset['theme'];
  else dataset['theme'] = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'night' : 'day';
    meta.content = themeBackgrounds[chosen === 'device' ? own : chosen];
  }
}
