/**
 * Reader that a page was drawn for, as one text: login, language, theme, size of letters, time zone and width.
 * `public/snapshot.js` builds an equal text before the app is read; undefined where the browser refuses its storage.
 */
export function buildReaderKey(): string | undefined {
  try {
    const stored = (key: string) => localStorage.getItem(key);
    return JSON.stringify([
      stored('token') !== null || stored('currentUser') !== null,
      stored('userId'),
      stored('touchline-language'),
      navigator.languages,
      stored('touchline-theme'),
      getComputedStyle(document.documentElement).fontSize,
      new Date().getTimezoneOffset(),
      [48, 64].map((rem) => matchMedia(`(min-width: ${rem}rem)`).matches),
    ]);
  } catch {
    return undefined;
  }
}
