/** Where the choice stands in localStorage. */
export const languageKey = 'touchline-language';

/** The language that was chosen on this device; it stays when a member leaves. */
export function chosenLanguage(): string | undefined {
  try {
    return localStorage.getItem(languageKey) ?? undefined;
  } catch {
    // Storage may be shut by the browser's settings; then the device's own languages decide.
    return undefined;
  }
}

/** Keeps the choice for the next start. */
export function keepChosenLanguage(code: string): void {
  try {
    localStorage.setItem(languageKey, code);
  } catch {
    // The choice still holds until the page is closed.
  }
}
