import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages, translated } from '../../locales/catalogues.ts';
import { root } from '../testing/machine/planted-project.ts';

type Sentences = Record<string, string>;
type Term = { name: string; words: Record<string, string> };
type Banned = { language: string; words: string };

const glossary = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8');

/** The rows of the table under a heading, with the header row first. */
function table(heading: string): string[][] {
  const section = glossary.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| -'));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

function terms(): Term[] {
  const [head = [], ...rows] = table('Terms');
  const all = rows.map(([name = '', ...cells]) => ({
    name,
    words: Object.fromEntries(cells.map((words, index) => [head[index + 1] ?? '', words])),
  }));
  // Longer terms come first, because "stake slip" must not match "stake".
  return all.toSorted((one, other) => maxWords(other.name) - maxWords(one.name));
}

function maxWords(words: string): number {
  return Math.max(...words.split(',').map((word) => word.trim().length));
}

function banned(): Banned[] {
  const [, ...rows] = table('Words that stand nowhere');
  return rows.map(([language = '', words = '']) => ({ language, words }));
}

/** Arabic writes the article and small words as part of the next word; vowel marks are optional. */
const joined = '(?:[وف])?(?:[بلك])?(?:ال|ل)?';
/** A hyphen at an edge of a glossary word stands for letters; one inside belongs to the word. */
const edge = /(?<=^|\s)-|-(?=\s|$)/;

const marks = /[\u064B-\u0652]/g;

/** Matches any of these comma-separated words; a `-` at an edge stands for any letters. */
function finder(words: string, language: string): RegExp {
  const start = language === 'ar' ? joined : '';
  const each = plain(words, language)
    .split(',')
    .map((word) =>
      word
        .trim()
        .split(edge)
        .map((part) => RegExp.escape(part))
        .join('\\S*'),
    );
  return new RegExp(
    `(?<![\\p{L}\\p{N}_-])${start}(?:${each.join('|')})(?![\\p{L}\\p{N}_-])`,
    'giu',
  );
}

/** The text of a sentence with all cases of its plurals; `…` replaces placeholders. */
function plain(sentence: string, language: string): string {
  const words = sentence
    .replace(/\{\w+, plural,/g, '')
    .replace(/(?:=\d+|zero|one|two|few|many|other) \{/g, ' ')
    .replace(/\{\w+\}/g, '…')
    .replace(/<\/?\d+\/?>/g, '')
    .replaceAll('}', ' ');
  return language === 'ar' ? words.replace(marks, '') : words;
}

/** Sentences whose English text has a term, and whose translation lacks the word for the term. */
function lacking(language: string, english: Sentences, theirs: Sentences): string[] {
  const wanted = terms().map(({ name, words }) => ({
    name,
    term: finder(name, 'en'),
    word: finder(words[language] ?? '', language),
  }));
  return Object.entries(english).flatMap(([key, sentence]) => {
    const message = plain(theirs[key] ?? '', language);
    let left = plain(sentence, 'en');
    return wanted.flatMap(({ name, term, word }) => {
      const without = left.replace(term, '');
      const lacks = without !== left && message.search(word) === -1;
      left = without;
      return lacks ? [`${name}: ${sentence} | ${theirs[key] ?? ''}`] : [];
    });
  });
}

/** Sentences with a word that the glossary forbids in this language. */
function straying(language: string, theirs: Sentences): string[] {
  const own = banned().filter((row) => row.language === language);
  return own.flatMap(({ words }) => {
    const found = finder(words, language);
    return Object.values(theirs)
      .filter((sentence) => plain(sentence, language).search(found) !== -1)
      .map((sentence) => `${words}: ${sentence}`);
  });
}

describe('the glossary', () => {
  test('has a word in every language for every term', () => {
    const empty = terms().filter(({ words }) =>
      languages.some((language) => language !== 'en' && !words[language]),
    );

    expect(terms().length).toBeGreaterThan(60);
    expect(empty).toEqual([]);
  });

  test('bans words in every language', () => {
    const named = new Set(banned().map(({ language }) => language));

    expect([...named].toSorted()).toEqual(languages.toSorted());
  });

  test.each([
    { language: 'es', english: 'Stake', theirs: 'Apuesta', lacks: true },
    { language: 'es', english: 'Stake', theirs: 'Stake', lacks: false },
    { language: 'fr', english: 'Stake Slip', theirs: 'Coupon de pari', lacks: false },
    { language: 'sw', english: 'Tips', theirs: 'Tabiri', lacks: true },
    { language: 'ar', english: 'Recent Tips', theirs: 'أحدث التوقعات', lacks: false },
    {
      language: 'pt',
      english: '{n, plural, one {# game} other {# games}}',
      theirs: '#',
      lacks: true,
    },
  ])('requires its word: $theirs for "$english"', ({ language, english, theirs, lacks }) => {
    const found = lacking(language, { key: english }, { key: theirs });

    expect(found.length > 0).toBe(lacks);
  });

  test.each([
    { language: 'en', sentence: 'No line right now', strays: true },
    { language: 'en', sentence: 'You are offline', strays: false },
    { language: 'sw', sentence: 'Odi za {0}', strays: true },
    { language: 'fr', sentence: '{n, plural, one {# gardé} other {# gardés}}', strays: true },
  ])('finds a forbidden word: $sentence', ({ language, sentence, strays }) => {
    expect(straying(language, { key: sentence }).length > 0).toBe(strays);
  });
});

const catalogues = new Map<string, Sentences>();
for (const language of languages) catalogues.set(language, await translated(language));

function sentencesIn(language: string): Sentences {
  return catalogues.get(language) ?? {};
}

test.each(languages)('no sentence in %s has a forbidden word', (language) => {
  expect(straying(language, sentencesIn(language))).toEqual([]);
});

test.each(languages.filter((language) => language !== 'en'))(
  'every sentence in %s uses the glossary word of each term',
  (language) => {
    expect(lacking(language, sentencesIn('en'), sentencesIn(language))).toEqual([]);
  },
);
