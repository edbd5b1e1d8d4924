/** The key of the choice in localStorage. */
export const languageKey = 'touchline-language';

/** The language chosen on this device; it survives a logout. */
export function chosenLanguage(): string | undefined {
  try {
    return localStorage.getItem(languageKey) ?? undefined;
  } catch {
    // Without storage the browser's languages count.
    return undefined;
  }
}

/** Stores the choice for the next start. */
export function storeChosenLanguage(code: string): void {
  try {
    localStorage.setItem(languageKey, code);
  } catch {
    // Then the choice lasts until the page is closed.
  }
}
