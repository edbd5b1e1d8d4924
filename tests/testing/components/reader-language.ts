import { onTestFinished } from 'vitest';
import { loadMessages } from '#client/data/language.ts';
import { compile, translated } from '../../../locales/catalogues.ts';

/** Loads the English texts of the code with the number and date formats of a language. */
export async function aReaderOf(language: string): Promise<void> {
  await loadMessages(language, async () => ({ messages: {} }));
}

/** Loads the compiled catalogue of a language; restores English after the test. */
export async function aReaderWithWords(language: string): Promise<void> {
  const messages = await translated(language);
  await loadMessages(language, async () => JSON.parse(compile(language, messages)));
  onTestFinished(async () => aReaderOf('en'));
}
