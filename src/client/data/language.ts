import { i18n, type Messages } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { pageMessagesId } from '#contract/site/page-data.ts';
import { fetchCatalogue } from '#sync/site.ts';
import { chosenLanguage } from '#client/session/preferences.ts';
import { notify } from '#client/ui/messages/toasts.ts';
import { markCatalogueComplete, markCataloguePartial } from '#client/startup/message-catalogue.ts';
import {
  directionOf,
  type Language,
  selectLanguage,
  languages,
  fallbackLanguage,
} from './languages.ts';

type FetchCatalogue = (language: string) => Promise<unknown>;

/** The current language, all languages, and how to change it. */
export function useLanguage(): {
  language: string;
  languages: readonly Language[];
  /** Settles when the language has changed or a message has reported the failure. */
  choose: (code: string) => Promise<void>;
} {
  const { i18n } = useLingui();
  return { language: i18n.locale, languages, choose: async (code) => chooseLanguage(code) };
}

/** Loads the catalogue at the start; English with a message if another cannot be loaded. */
export async function loadStartLanguage(fetch: FetchCatalogue = fetchCatalogue): Promise<void> {
  const language = selectLanguage(chosenLanguage.get(), navigator.languages);
  const delivered = parsePageMessages(language);
  if (delivered) {
    activateMessages(language, delivered);
    markCataloguePartial(async () => {
      const messages = await fetchMessages(language, fetch);
      // Another language with a complete catalogue may be active meanwhile.
      if (i18n.locale === language) activateMessages(language, messages);
    });
    return;
  }
  try {
    await loadMessages(language, fetch);
  } catch (failure) {
    if (language === fallbackLanguage) throw failure;
    await loadMessages(fallbackLanguage, fetch);
    notify({
      tone: 'waiting',
      title: t`${nameOf(language)} could not be fetched`,
      text: t`Touchline stays in English until you start it online.`,
    });
  }
}

let latest = '';

/** Changes the language without a reload, and stores the choice. */
export async function chooseLanguage(
  code: string,
  fetch: FetchCatalogue = fetchCatalogue,
): Promise<void> {
  latest = code;
  // The last of several quick choices wins, whichever catalogue loads first.
  const fetchWhileChosen: FetchCatalogue = async (language) => {
    const catalogue = await fetch(language);
    if (latest !== code) throw new Error('Another language was chosen meanwhile.');
    return catalogue;
  };
  try {
    await loadMessages(code, fetchWhileChosen);
    chosenLanguage.set(code);
  } catch {
    if (latest !== code) return;
    notify({
      tone: 'lost',
      title: t`${nameOf(code)} could not be fetched`,
      text: t`Try again when you are online. Nothing has changed.`,
    });
  }
}

function nameOf(language: string): string {
  return languages.find(({ code }) => code === language)?.name ?? language;
}

/**
 * Loads and activates a catalogue, with a second attempt because a build contains no texts in its
 * code. The previous language stays until then.
 */
export async function loadMessages(
  language: string,
  fetchCatalogue: (language: string) => Promise<unknown>,
): Promise<void> {
  activateMessages(language, await fetchMessages(language, fetchCatalogue));
  markCatalogueComplete();
}

async function fetchMessages(language: string, fetch: FetchCatalogue): Promise<Messages> {
  return parseCatalogueMessages(await fetch(language).catch(() => fetch(language)));
}

/** The first screen's texts, if the server sent them with the page in this language. */
function parsePageMessages(language: string): Messages | undefined {
  const element = document.getElementById(pageMessagesId);
  if (element?.lang !== language) return undefined;
  return parseCatalogueMessages(JSON.parse(element.textContent));
}

function activateMessages(language: string, messages: Messages): void {
  const locales = listFormatLocales(language, navigator.languages).map(toFormatLocale);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  i18n.loadAndActivate({ locale: language, locales, messages });
}

/**
 * The locales of dates and numbers: the reader's own regions, since a language alone means its
 * largest country. English without a region is British.
 */
export function listFormatLocales(language: string, preferred: readonly string[]): string[] {
  const own = preferred.filter((tag) => tag.startsWith(`${language}-`));
  return [...own, language === 'en' ? 'en-GB' : language];
}

/**
 * Fixes the Gregorian calendar, which seasons use, and the digits 0 to 9 unless a region has
 * others: WebKit uses Egyptian digits for every reader of Arabic.
 */
function toFormatLocale(tag: string): string {
  const { region, numberingSystem } = new Intl.Locale(tag);
  const digits = numberingSystem ?? (region === undefined ? 'latn' : undefined);
  const options = { calendar: 'gregory', ...(digits !== undefined && { numberingSystem: digits }) };
  return new Intl.Locale(tag, options).toString();
}

function parseCatalogueMessages(catalogue: unknown): Messages {
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
