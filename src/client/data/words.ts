import { i18n, type Messages } from '@lingui/core';
import { directionOf } from './languages.ts';

/**
 * Makes the app speak. A build leaves its sentences out of the code, so without a catalogue there is
 * nothing to say: one that does not come is asked for once more. What was spoken before goes on
 * until the new words are there.
 */
export async function loadWords(
  language: string,
  fetchCatalogue: (language: string) => Promise<unknown>,
): Promise<void> {
  const catalogue = await fetchCatalogue(language).catch(() => fetchCatalogue(language));
  const messages = messagesOf(catalogue);
  const locales = regionsOf(language, navigator.languages);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  i18n.loadAndActivate({ locale: language, locales, messages });
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
