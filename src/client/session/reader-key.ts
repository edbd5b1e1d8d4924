/**
 * Identifies the reader of a stored page by login, language, theme, font size, time zone and width.
 * `public/snapshot.js` must build the same text. Undefined if the browser refuses storage.
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
