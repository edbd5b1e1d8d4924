/** A language of the app: its code, its own name, and its direction. */
export type Language = { code: string; name: string; dir: 'ltr' | 'rtl' };

/** The language if no other fits, or if another's catalogue cannot be loaded. */
export const fallbackLanguage = 'en';

/**
 * Every language of the app. A new one is an entry here and a catalogue in locales/.
 */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'fr', name: 'Français', dir: 'ltr' },
  { code: 'es', name: 'Español', dir: 'ltr' },
  { code: 'pt', name: 'Português', dir: 'ltr' },
  { code: 'sw', name: 'Kiswahili', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl' },
];

/** The direction of a language. */
export function directionOf(language: string): Language['dir'] {
  return languages.find(({ code }) => code === language)?.dir ?? 'ltr';
}

/** The language of a start: the stored choice, or the first supported one of the browser's. */
export function selectLanguage(chosen: string | undefined, preferred: readonly string[]): string {
  const candidates = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  return candidates.find((wish) => languages.some(({ code }) => code === wish)) ?? fallbackLanguage;
}
