/** A language of the app: its code, its native name, and its text direction. */
export type Language = { code: string; name: string; dir: 'ltr' | 'rtl' };

/** The language if the app has none of the browser's languages, or a catalogue cannot be loaded. */
export const fallbackLanguage = 'en';

/** All languages of the app. A new language needs an entry here and a catalogue in locales/. */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'fr', name: 'Français', dir: 'ltr' },
  { code: 'es', name: 'Español', dir: 'ltr' },
  { code: 'pt', name: 'Português', dir: 'ltr' },
  { code: 'sw', name: 'Kiswahili', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl' },
];

export function directionOf(language: string): Language['dir'] {
  return languages.find(({ code }) => code === language)?.dir ?? 'ltr';
}

/** The language at the start: the stored choice, or the browser's first supported language. */
export function selectLanguage(chosen: string | undefined, preferred: readonly string[]): string {
  const candidates = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  return candidates.find((wish) => languages.some(({ code }) => code === wish)) ?? fallbackLanguage;
}
