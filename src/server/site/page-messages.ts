import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { type PageMessages, pageMessagesId } from '#contract/site/page-data.ts';

import { parseAcceptLanguage } from '../platform/translations.ts';

/** A page where visits often begin, and the HTML element with its messages. */
type LandingPage = { path: RegExp; element: string };

/**
 * Loads the messages of first screens from this build. The returned function finds the element for
 * a path and an accepted language; the text is empty for a page where visits rarely begin.
 */
export async function readPageMessages(
  folder: string,
): Promise<(path: string, accepted: string | undefined) => string> {
  const found = join(folder, 'assets', 'i18n', 'first');
  const known = new Map<string, LandingPage[]>();
  for (const file of await readdir(found).catch(() => [])) {
    if (!file.endsWith('.json')) continue;
    const language = basename(file, '.json');
    const { shared, pages }: PageMessages = JSON.parse(await readFile(join(found, file), 'utf8'));
    const pagesOfLanguage = Object.entries(pages).map(([path, own]) => ({
      path: new RegExp(path),
      element: createDataElement(
        pageMessagesId,
        { messages: { ...shared, ...own } },
        ` lang="${language}"`,
      ),
    }));
    known.set(language, pagesOfLanguage);
  }
  return (pathname, accepted) =>
    known.get(parseAcceptLanguage(accepted))?.find(({ path }) => path.test(pathname))?.element ??
    '';
}

/** Creates an element with JSON data that the browser does not execute. */
export function createDataElement(id: string, data: unknown, attributes = ''): string {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}"${attributes}>${json}</script>`;
}
