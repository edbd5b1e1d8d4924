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

/** The current language, all languages, and a function that changes the language. */
export function useLanguage(): {
  language: string;
  languages: readonly Language[];
  /** Resolves when the language has changed, or after a message reported the failure. */
  choose: (code: string) => Promise<void>;
} {
  const { i18n } = useLingui();
  return { language: i18n.locale, languages, choose: async (code) => chooseLanguage(code) };
}

/** Loads the catalogue at the start; if loading fails, the app shows English and a message. */
export async function loadStartLanguage(fetch: FetchCatalogue = fetchCatalogue): Promise<void> {
  const language = selectLanguage(chosenLanguage.get(), navigator.languages);
  const delivered = parsePageMessages(language);
  if (delivered) {
    activateMessages(language, delivered);
    markCataloguePartial(async () => {
      const messages = await fetchMessages(language, fetch);
      // The person may have switched to another language meanwhile.
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
      title: t`${findLanguageName(language)} could not be fetched`,
      text: t`Touchline stays in English until you start it online.`,
    });
  }
}

let latestLanguage = '';

/** Changes the language without a reload and stores the choice. */
export async function chooseLanguage(
  code: string,
  fetch: FetchCatalogue = fetchCatalogue,
): Promise<void> {
  latestLanguage = code;
  // After several quick choices the last one wins, whichever catalogue loads first.
  const fetchWhileChosen: FetchCatalogue = async (language) => {
    const catalogue = await fetch(language);
    if (latestLanguage !== code) throw new Error('Another language was chosen meanwhile.');
    return catalogue;
  };
  try {
    await loadMessages(code, fetchWhileChosen);
    chosenLanguage.set(code);
  } catch {
    if (latestLanguage !== code) return;
    notify({
      tone: 'lost',
      title: t`${findLanguageName(code)} could not be fetched`,
      text: t`Try again when you are online. Nothing has changed.`,
    });
  }
}

function findLanguageName(language: string): string {
  return languages.find(({ code }) => code === language)?.name ?? language;
}

/**
 * Loads and activates a catalogue; the previous language stays active meanwhile. Tries twice,
 * because the code contains no texts to fall back on.
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

/** The texts of the first screen, if the server delivered them with the page in this language. */
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
 * Locales for dates and numbers: the browser's regional variants of the language, because the
 * language alone would mean its largest country. English without a region means British English.
 */
export function listFormatLocales(language: string, preferred: readonly string[]): string[] {
  const own = preferred.filter((tag) => tag.startsWith(`${language}-`));
  return [...own, language === 'en' ? 'en-GB' : language];
}

/**
 * Adds the Gregorian calendar, which football seasons use, and, for a locale without a region, the
 * digits 0 to 9: WebKit would use Eastern Arabic digits for every Arabic locale.
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
