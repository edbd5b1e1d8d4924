import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

type Values = Readonly<Record<string, string>>;

/** Fills a sentence of the app's catalogues in one language; `message` is its English. */
export type Translate = (message: string, values?: Values) => string;

/** A compiled sentence: its words, and the names of its gaps in lists of one. */
type Compiled = string | readonly (string | readonly [gap: string])[];

/**
 * Reads some sentences of the catalogues that a build left in a folder. The answer translates into a language, and
 * says a sentence in English where that has none. Sentences have gaps such as `{home}` and no plurals.
 */
export async function readCatalogues(
  folder: string,
  messages: readonly string[],
): Promise<(language: string) => Translate> {
  const found = join(folder, 'assets', 'i18n');
  const files = await readdir(found).catch(() => []);
  const sentences = new Map<string, ReadonlyMap<string, Compiled>>();
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const catalogue: { messages: Record<string, Compiled> } = JSON.parse(
      await readFile(join(found, file), 'utf8'),
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
      return sentence === undefined ? inEnglish(message, values) : filled(sentence, values);
    };
}

/** Fills a sentence in English, which needs no catalogue. */
export const inEnglish: Translate = (message, values = {}) =>
  message.replaceAll(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);

function filled(sentence: Compiled, values: Values): string {
  if (typeof sentence === 'string') return sentence;
  return sentence
    .map((part) => (typeof part === 'string' ? part : (values[part[0]] ?? '')))
    .join('');
}

/** The key by which lingui compiles a sentence without context (`generateMessageId`). */
function keyOf(message: string): string {
  return createHash('sha256').update(`${message}\u001F`).digest('base64url').slice(0, 6);
}
