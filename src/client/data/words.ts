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
  i18n.loadAndActivate({ locale: language, messages: messagesOf(catalogue) });
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
