import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { fetchCatalogue } from '#sync/catalogue.ts';
import { chosenLanguage, keepChosenLanguage } from '../session/chosen-language.ts';
import { notify } from '../ui/toasts.ts';
import { type Language, languageFor, languages, lastResort } from './languages.ts';
import { loadWords } from './words.ts';

type FetchCatalogue = (language: string) => Promise<unknown>;

/** The language the app speaks, those it could speak, and the way from one to another. */
export function useLanguage(): {
  language: string;
  languages: readonly Language[];
  /** Settles when the words have changed, or when it was said why they could not. */
  choose: (code: string) => Promise<void>;
} {
  const { i18n } = useLingui();
  return { language: i18n.locale, languages, choose: async (code) => chooseLanguage(code) };
}

/** Loads the words of a start. A language whose words cannot be had is said once, in English. */
export async function startSpeaking(fetch: FetchCatalogue = fetchCatalogue): Promise<void> {
  const language = languageFor(chosenLanguage(), navigator.languages);
  try {
    await loadWords(language, fetch);
  } catch (failure) {
    if (language === lastResort) throw failure;
    await loadWords(lastResort, fetch);
    notify({
      tone: 'waiting',
      title: t`${nameOf(language)} could not be fetched`,
      text: t`Touchline speaks English until the next start with a line.`,
    });
  }
}

let latest = '';

/** Changes the language at run time, without the page being loaded again, and keeps the choice. */
export async function chooseLanguage(
  code: string,
  fetch: FetchCatalogue = fetchCatalogue,
): Promise<void> {
  latest = code;
  // Of two quick choices the last counts, whichever words come first.
  const fetchWhileWanted: FetchCatalogue = async (language) => {
    const catalogue = await fetch(language);
    if (latest !== code) throw new Error('Another language was chosen meanwhile.');
    return catalogue;
  };
  try {
    await loadWords(code, fetchWhileWanted);
    keepChosenLanguage(code);
  } catch {
    if (latest !== code) return;
    notify({
      tone: 'lost',
      title: t`${nameOf(code)} could not be fetched`,
      text: t`Try it again with a line. Nothing has changed.`,
    });
  }
}

function nameOf(language: string): string {
  return languages.find(({ code }) => code === language)?.name ?? language;
}
