import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

type Values = Readonly<Record<string, string>>;

/** Translates a sentence of the app's catalogues into one language; `message` is its English text. */
export type Translate = (message: string, values?: Values) => string;

/** A compiled sentence: texts, and each placeholder as a list of one name. */
type Compiled = string | readonly (string | readonly [gap: string])[];

/**
 * Reads these sentences from the catalogues of a build. The returned function translates into a language; a sentence
 * that the language lacks stays English. Sentences have placeholders such as `{home}` and no plurals.
 */
export async function readCatalogues(
  folder: string,
  messages: readonly string[],
): Promise<(language: string) => Translate> {
  const catalogueFolder = join(folder, 'assets', 'i18n');
  const files = await readdir(catalogueFolder).catch(() => []);
  const sentences = new Map<string, ReadonlyMap<string, Compiled>>();
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const catalogue: { messages: Record<string, Compiled> } = JSON.parse(
      await readFile(join(catalogueFolder, file), 'utf8'),
    );
    const known = messages.flatMap((message) => {
      const sentence = catalogue.messages[keyOf(message)];
      return sentence === undefined ? [] : [[message, sentence] as const];
    });
    sentences.set(basename(file, '.json'), new Map(known));
  }
  return (language) =>
    (message, values = {}) => {
      const sentence = sentences.get(language)?.get(message);
      return sentence === undefined ? inEnglish(message, values) : fillSentence(sentence, values);
    };
}

/** Fills the placeholders of an English sentence. */
export const inEnglish: Translate = (message, values = {}) =>
  message.replaceAll(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);

function fillSentence(sentence: Compiled, values: Values): string {
  if (typeof sentence === 'string') return sentence;
  return sentence
    .map((part) => (typeof part === 'string' ? part : (values[part[0]] ?? '')))
    .join('');
}

/** The key by which lingui compiles a sentence without context (`generateMessageId`). */
function keyOf(message: string): string {
  return createHash('sha256').update(`${message}\u001F`).digest('base64url').slice(0, 6);
}
