import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core';
import { parsePoFile } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

const folder = join(import.meta.dirname, '..', '..', '..', 'locales');

/** Codes of the languages that have a catalogue. */
export const languages: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.po'))
  .map((name) => basename(name, '.po'));

/**
 * Declares a sentence of the server. The server runs without a build, so this is a function; the
 * extraction of messages reads it as lingui's macro `msg`.
 */
export function msg(
  source: TemplateStringsArray | { message: string; context: string },
): MessageDescriptor {
  if ('message' in source) {
    return { id: generateMessageId(source.message, source.context), message: source.message };
  }
  const message = source.join('');
  return { id: generateMessageId(message), message };
}

const loadedCatalogues = new Map<string, I18n>();

/** Translations into a language, read on first use; English if the language has no catalogue. */
export function loadI18n(language: string): I18n {
  const locale = languages.includes(language) ? language : 'en';
  let i18n = loadedCatalogues.get(locale);
  if (!i18n) {
    i18n = setupI18n({ locale, messages: { [locale]: readCatalogue(locale) } });
    loadedCatalogues.set(locale, i18n.setMessagesCompiler(compileMessage));
  }
  return i18n;
}

function readCatalogue(locale: string): Record<string, string> {
  // English sentences stand in the code.
  if (locale === 'en') return {};
  const { items } = parsePoFile(readFileSync(join(folder, `${locale}.po`), 'utf8'));
  const translations = items.map(({ msgid, msgctxt, msgstr }) => {
    return [generateMessageId(msgid, msgctxt ?? ''), msgstr[0] ?? ''];
  });
  return Object.fromEntries(translations);
}

/** Translates a sentence of the app's catalogues; `message` is its English text. */
export type Translator = (message: string, values?: Readonly<Record<string, string>>) => string;

/** Creates the translation of sentences without context into a language. */
export function createTranslator(language: string): Translator {
  return (message, values) =>
    loadI18n(language)._(generateMessageId(message), { ...values }, { message });
}

/** The first language of a header such as `fr-CM,fr;q=0.9,en;q=0.8` that has a catalogue. */
export function parseAcceptLanguage(header: string | undefined): string {
  const preferences = (header ?? '').split(',').map((each) => {
    const [tag = '', ...parameters] = each.trim().toLowerCase().split(';');
    const weight = parameters.find((one) => one.trim().startsWith('q='));
    return { code: tag.split('-')[0] ?? '', weight: Number(weight?.trim().slice(2) ?? 1) };
  });
  const known = preferences.filter(({ code, weight }) => weight > 0 && languages.includes(code));
  return known.toSorted((one, other) => other.weight - one.weight)[0]?.code ?? 'en';
}
