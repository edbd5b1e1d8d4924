import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { type PageWords, pageWordsId } from '#contract/page-data.ts';

import { languageAsked } from './mail/texts.ts';

/** A page where people arrive, and its words as an element of it. */
type LandingPage = { path: RegExp; element: string };

/**
 * Reads the words of first screens that a build left in this folder. What it answers goes with the page of a
 * path, in the language that a browser asks for; nothing where people rarely arrive.
 */
export async function pageWords(
  folder: string,
): Promise<(path: string, accepted: string | undefined) => string> {
  const found = join(folder, 'assets', 'i18n', 'first');
  const known = new Map<string, LandingPage[]>();
  for (const file of await readdir(found).catch(() => [])) {
    if (!file.endsWith('.json')) continue;
    const language = basename(file, '.json');
    const { shared, pages }: PageWords = JSON.parse(await readFile(join(found, file), 'utf8'));
    const pagesOfLanguage = Object.entries(pages).map(([path, own]) => ({
      path: new RegExp(path),
      element: dataElement(pageWordsId, { messages: { ...shared, ...own } }, ` lang="${language}"`),
    }));
    known.set(language, pagesOfLanguage);
  }
  return (asked, accepted) =>
    known.get(languageAsked(accepted))?.find(({ path }) => path.test(asked))?.element ?? '';
}

/** Data for a page that no browser runs as a script. */
export function dataElement(id: string, data: unknown, attributes = ''): string {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}"${attributes}>${json}</script>`;
}
