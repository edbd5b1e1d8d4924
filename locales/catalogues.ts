import { createCompilationErrorMessage, createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { preloadScript, readLandingPageCode } from '../src/client/startup/preload-plugin.ts';
import { languages as spoken, fallbackLanguage } from '../src/client/data/languages.ts';
import { languageKey } from '../src/client/session/preferences.ts';
import { pageMessagesId, type PageMessages } from '../src/contract/site/page-data.ts';

const address = /^\/assets\/i18n\/([A-Za-z-]+)\.json$/;

const config = getConfig({ cwd: `${import.meta.dirname}/..` });

/** The codes of the languages the app speaks. */
export const languages: string[] = config.locales;

/**
 * Compiles locales/*.po to the JSON files the app fetches, /assets/i18n/<language>.json, writes the script that
 * asks for one of them, and picks the words of a first screen, which a server can send with its page.
 */
export function catalogues(): Plugin {
  return {
    name: 'touchline:catalogues',

    async generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: preloadScript, source: languageScript() });
      const source = await sentencesInTheSource('src/client/');
      const { entry, pages } = readLandingPageCode(bundle);
      for (const language of languages) {
        const known = await translated(language);
        const own = Object.entries(source).map(([key, english]) => [key, known[key] ?? english]);
        const catalogue = compile(language, Object.fromEntries(own));
        const shared = messagesIn(catalogue, entry);
        const ofPages = Object.entries(pages).map(([path, code]) => {
          const said = Object.entries(messagesIn(catalogue, code));
          return [path, Object.fromEntries(said.filter(([key]) => !(key in shared)))];
        });
        const words: PageMessages = { shared, pages: Object.fromEntries(ofPages) };
        const fileName = `${language}.json`;
        this.emitFile({ type: 'asset', fileName: `assets/i18n/${fileName}`, source: catalogue });
        this.emitFile({
          type: 'asset',
          fileName: `assets/i18n/first/${fileName}`,
          source: JSON.stringify(words),
        });
      }
    },

    configureServer(server) {
      server.middlewares.use(`/${preloadScript}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript; charset=utf-8');
        response.end(languageScript());
      });
      server.middlewares.use((request, response, next) => {
        const language = address.exec(request.url?.split('?')[0] ?? '')?.[1];
        if (language === undefined || !languages.includes(language)) return next();
        translated(language)
          .then((messages) => {
            response.setHeader('content-type', 'application/json; charset=utf-8');
            response.end(compile(language, messages));
          })
          .catch(next);
      });
    },
  };
}

/** The messages of a compiled catalogue whose keys stand in built code. */
function messagesIn(catalogue: string, code: string): Record<string, unknown> {
  const { messages }: { messages: Record<string, unknown> } = JSON.parse(catalogue);
  const quoted = new Set(code.match(/(?<=["'`])[^"'`\\\n]{1,40}(?=["'`])/g));
  return Object.fromEntries(Object.entries(messages).filter(([key]) => quoted.has(key)));
}

/**
 * Runs before the app is read: the words of the reader's language are on their way, and the page is
 * laid out in its direction. The rule is `selectLanguage`; a test compares the two.
 */
export function languageScript(): string {
  const directions = Object.fromEntries(spoken.map(({ code, dir }) => [code, dir]));
  return `{
  const directions = ${JSON.stringify(directions)};
  let chosen = null;
  try {
    chosen = window.localStorage.getItem('${languageKey}');
  } catch {
    // Storage may be shut; then the device's own languages decide.
  }
  const wanted = [chosen ?? '', ...navigator.languages].map(
    (tag) => tag.toLowerCase().split('-')[0],
  );
  const language = wanted.find((wish) => Object.hasOwn(directions, wish)) ?? '${fallbackLanguage}';
  document.documentElement.lang = language;
  document.documentElement.dir = directions[language];

  const came = document.getElementById('${pageMessagesId}');
  if (!came || came.lang !== language) {
    const words = document.createElement('link');
    words.rel = 'preload';
    words.as = 'fetch';
    words.crossOrigin = 'anonymous';
    words.href = '/assets/i18n/' + language + '.json';
    document.head.append(words);
  }
}
`;
}

/**
 * Every sentence of the source below a folder by its key. A build leaves the sentences out of the code, so one that
 * has not reached locales/ yet would otherwise be shown as its key.
 */
export async function sentencesInTheSource(folder = 'src/'): Promise<Record<string, string>> {
  const sentences: Record<string, string> = {};
  collected ??= collectSentences();
  for (const [key, { message, origin = [] }] of await collected) {
    if (origin.some(([file]) => file.startsWith(folder))) sentences[key] = message ?? key;
  }
  return sentences;
}

/** The source is read once: that takes seconds. */
let collected: ReturnType<typeof collectSentences> | undefined;

async function collectSentences() {
  const catalogues = await getCatalogs(config);
  const found = await Promise.all(catalogues.map(async (catalogue) => catalogue.collect()));
  return found.flatMap((each) => Object.entries(each ?? {}));
}

/** A language's sentences by their key, in English where it has none. */
export async function translated(language: string): Promise<Record<string, string>> {
  const messages: Record<string, string> = {};
  for (const catalogue of await getCatalogs(config)) {
    const found = await catalogue.getTranslations(language, {
      sourceLocale: 'en',
      fallbackLocales: { default: 'en' },
    });
    Object.assign(messages, found.messages);
  }
  return messages;
}

/** Only what a language has words of its own for. */
export async function ownSentences(language: string): Promise<Record<string, string>> {
  const own: Record<string, string> = {};
  for (const catalogue of await getCatalogs(config)) {
    for (const [key, { translation }] of Object.entries((await catalogue.read(language)) ?? {})) {
      if (translation) own[key] = translation;
    }
  }
  return own;
}

/**
 * English in letters that no sentence of the code has, and longer by two fifths: what is shown in
 * plain letters under it is no sentence of the catalogue. It is never shipped.
 */
export async function pseudoCatalogue(): Promise<string> {
  return compile(pseudo, { ...(await sentencesInTheSource()), ...(await translated('en')) });
}

const pseudo = 'en-XA';

/** A language's catalogue as the app fetches it. */
export function compile(language: string, messages: Record<string, string>): string {
  const { source, errors } = createCompiledCatalog(language, messages, {
    namespace: 'json',
    pseudoLocale: pseudo,
    pseudoLocaleOptions: { extend: 0.4, extendCharacter: '~ ' },
  });
  if (errors.length > 0) throw new Error(createCompilationErrorMessage(language, errors));
  return source;
}
