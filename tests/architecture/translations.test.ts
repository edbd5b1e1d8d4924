import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directionOf, languages as offered, fallbackLanguage } from '#client/data/languages.ts';
import { compile, languages, ownSentences } from '../../locales/catalogues.ts';
import { root } from '../testing/machine/planted-project.ts';

type Parts = { variables: Set<string>; tags: string[]; plurals: string[][] };

/** Placeholders, tags and plurals of a compiled sentence. */
function partsOf(tokens: unknown, parts: Parts): Parts {
  for (const token of Array.isArray(tokens) ? tokens : [tokens]) {
    if (typeof token === 'string') {
      parts.tags.push(...(token.match(/<\/?\d+\/?>/g) ?? []));
    } else if (Array.isArray(token)) {
      const [name, kind, cases] = token;
      parts.variables.add(String(name));
      if (typeof cases === 'object' && cases !== null) {
        if (kind === 'plural') parts.plurals.push(Object.keys(cases));
        for (const inner of Object.values(cases)) partsOf(inner, parts);
      }
    }
  }
  return parts;
}

function made(sentence: unknown): Parts {
  const parts = partsOf(sentence, { variables: new Set(), tags: [], plurals: [] });
  // A tag may occur in every plural case, so only the kinds of tags are compared.
  return { ...parts, tags: [...new Set(parts.tags)].toSorted() };
}

/** The compiled messages that a language has its own text for. */
async function sentencesIn(language: string): Promise<Map<string, unknown>> {
  const { messages } = JSON.parse(compile(language, await ownSentences(language)));
  return new Map(Object.entries(messages));
}

/** True if a source file lists several languages besides the fallback language. */
function listsLanguages(source: string): boolean {
  const named = offered.filter(({ code }) => new RegExp(`(['"\`])${code}\\1`).test(source));
  return named.filter(({ code }) => code !== fallbackLanguage).length > 1;
}

const english = await sentencesIn('en');

describe('the languages of the app', () => {
  test('are those with a catalogue', () => {
    const catalogues = globSync('locales/*.po', { cwd: root }).map((file) => basename(file, '.po'));

    expect(catalogues.toSorted()).toEqual(offered.map(({ code }) => code).toSorted());
    expect(languages.toSorted()).toEqual(catalogues.toSorted());
  });

  test('are listed once', () => {
    const lists = globSync(
      ['*.{ts,json,html}', 'locales/*.ts', 'public/*.*', 'src/**/*.{ts,tsx,js}'],
      {
        cwd: root,
        exclude: ['package-lock.json'],
      },
    ).filter((file) => listsLanguages(readFileSync(join(root, file), 'utf8')));

    expect(lists).toEqual(['src/client/data/languages.ts']);
  });

  test.each([
    ["locales: ['en', 'fr', 'es'],", true],
    ['<link hreflang="pt" /><link hreflang="sw" />', true],
    ["lang: 'en', dir: 'ltr'", false],
    ["const pair = ['fr', 'fr'];", false],
  ])('finds a list of languages in %s: %s', (source, isList) => {
    expect(listsLanguages(source)).toBe(isList);
  });

  test.each(offered)('$name is the name of its language in that language', ({ code }) => {
    const { script } = new Intl.Locale(code).maximize();

    expect(directionOf(code)).toBe(script === 'Arab' ? 'rtl' : 'ltr');
  });
});

describe.each(languages)('every sentence in %s', async (language) => {
  const sentences = await sentencesIn(language);

  test('has the placeholders and tags of the English one', () => {
    const differing = [...sentences].flatMap(([key, sentence]) => {
      const { variables, tags } = made(sentence);
      const own = [[...variables].toSorted(), tags];
      const source = made(english.get(key));
      const theirs = [[...source.variables].toSorted(), source.tags];
      return JSON.stringify(own) === JSON.stringify(theirs) ? [] : [{ key, own, theirs }];
    });

    expect(differing).toEqual([]);
  });

  test('has a text for every plural category', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const lacking = [...sentences].flatMap(([key, sentence]) =>
      made(sentence)
        .plurals.flatMap((cases) => needed.filter((category) => !cases.includes(category)))
        .map((category) => `${key} lacks ${category}`),
    );

    expect(lacking).toEqual([]);
  });
});
