import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core';
import { parsePoFile } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

const folder = join(import.meta.dirname, '..', '..', '..', 'locales');

/** Codes of all languages with a catalogue. */
export const languages: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.po'))
  .map((name) => basename(name, '.po'));

/**
 * Marks a text of the server for translation. lingui extracts the text as from its macro `msg`;
 * this is a plain function, because the server runs without a build.
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

/** Loads the translations of a language at first use; English if the language has no catalogue. */
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
  // English texts are in the code, not in a catalogue.
  if (locale === 'en') return {};
  const { items } = parsePoFile(readFileSync(join(folder, `${locale}.po`), 'utf8'));
  const translations = items.map(({ msgid, msgctxt, msgstr }) => {
    return [generateMessageId(msgid, msgctxt ?? ''), msgstr[0] ?? ''];
  });
  return Object.fromEntries(translations);
}

/** Translates a text of the catalogues; `message` is the English text. */
export type Translator = (message: string, values?: Readonly<Record<string, string>>) => string;

/** Creates a translator into a language, for texts without a lingui context. */
export function createTranslator(language: string): Translator {
  return (message, values) =>
    loadI18n(language)._(generateMessageId(message), { ...values }, { message });
}

/** Returns the preferred language in `fr-CM,fr;q=0.9,en;q=0.8` (example) that has a catalogue. */
export function parseAcceptLanguage(header: string | undefined): string {
  const preferences = (header ?? '').split(',').map((each) => {
    const [tag = '', ...parameters] = each.trim().toLowerCase().split(';');
    const weight = parameters.find((one) => one.trim().startsWith('q='));
    return { code: tag.split('-')[0] ?? '', weight: Number(weight?.trim().slice(2) ?? 1) };
  });
  const known = preferences.filter(({ code, weight }) => weight > 0 && languages.includes(code));
  return known.toSorted((one, other) => other.weight - one.weight)[0]?.code ?? 'en';
}
