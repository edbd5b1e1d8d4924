import { i18n, type Messages } from '@lingui/core';

/**
 * Makes the app speak. A build leaves its sentences out of the code, so without this catalogue there
 * is nothing to say: one that does not come is asked for once more, and then the start has failed.
 */
export async function loadWords(
  language: string,
  fetchCatalogue: (language: string) => Promise<unknown>,
): Promise<void> {
  document.documentElement.lang = language;
  const catalogue = await fetchCatalogue(language).catch(() => fetchCatalogue(language));
  const locales = regionsOf(language, navigator.languages);
  i18n.loadAndActivate({ locale: language, locales, messages: messagesOf(catalogue) });
}

/**
 * Where dates and numbers are written as the reader's own regions write them: the language alone
 * would mean its largest country. English without a region is written as football's own calendar is.
 */
export function regionsOf(language: string, preferred: readonly string[]): string[] {
  const own = preferred.filter((tag) => tag.startsWith(`${language}-`));
  return [...own, language === 'en' ? 'en-GB' : language];
}

function messagesOf(catalogue: unknown): Messages {
  if (!isCatalogue(catalogue)) throw new TypeError('This is no catalogue.');
  return catalogue.messages;
}

function isCatalogue(value: unknown): value is { messages: Messages } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'messages' in value &&
    typeof value.messages === 'object' &&
    value.messages !== null
  );
}
