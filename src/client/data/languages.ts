/** A language the app speaks: its code, its own name for itself, and which way it is written. */
export type Language = { code: string; name: string; dir: 'ltr' | 'rtl' };

/** What is spoken where nothing else can be, and where a language's words cannot be had. */
export const lastResort = 'en';

/**
 * Every language the app speaks. A new one is a line here and its catalogue in locales/; all else is
 * made from this list.
 */
export const languages: readonly Language[] = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'fr', name: 'Français', dir: 'ltr' },
  { code: 'es', name: 'Español', dir: 'ltr' },
  { code: 'pt', name: 'Português', dir: 'ltr' },
  { code: 'sw', name: 'Kiswahili', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl' },
];

/** Which way a language is written. */
export function directionOf(language: string): Language['dir'] {
  return languages.find(({ code }) => code === language)?.dir ?? 'ltr';
}

/** The language of a start: the one that was chosen here, else the first of the reader's own. */
export function languageFor(chosen: string | undefined, preferred: readonly string[]): string {
  const wanted = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  return wanted.find((wish) => languages.some(({ code }) => code === wish)) ?? lastResort;
}
