import { i18n } from '@lingui/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { catalogue, oddNameOf } from '#domain/catalogue.ts';
import { loadWords } from '#client/data/language.ts';
import { answerWords, groupWords, oddNameWords, optionWords } from '#client/ui/tip/option-words.ts';
import { compile, languages, translated } from '../../../locales/catalogues.ts';

/** The sentences of the code, for a reader of this language. */
async function aReaderOf(language: string): Promise<void> {
  await loadWords(language, async () => ({ messages: {} }));
}

describe('the name of an option', () => {
  test('reads in English as it crosses the wire', async () => {
    await aReaderOf('en');

    expect(catalogue.map((option) => oddNameWords(oddNameOf(option)))).toEqual(
      catalogue.map(oddNameOf),
    );
  });

  test('is looked up for every group and option that is more than signs', async () => {
    await aReaderOf('en');
    const words = [
      ...catalogue.map((option) => ({
        raw: option.oddsGroup,
        say: () => groupWords(option.oddsGroup),
      })),
      ...catalogue.map((option) => ({
        raw: option.oddsName,
        say: () => answerWords(option.oddsName),
      })),
    ];
    let asked = 0;
    onTestFinished(i18n.on('missing', () => (asked += 1)));

    const kept = words.flatMap(({ raw, say }) => {
      const before = asked;
      say();
      return asked === before ? [raw] : [];
    });

    expect(kept.filter((raw) => /[a-z]{2}/.test(raw))).toEqual([]);
    expect(new Set(kept)).toContain('GG/NG');
  });

  test('has its line as the reader writes numbers', async () => {
    await aReaderOf('fr');
    onTestFinished(async () => aReaderOf('en'));

    expect(oddNameWords('O/U 2.5 - Over')).toBe('O/U 2,5 - Over');
  });

  test('is as it came where this build does not know it', () => {
    expect(oddNameWords('Corners - 9 or more')).toBe('Corners - 9 or more');
  });
});

const game = { home: 'Fulham', away: 'Nottm Forest' };

/** The sentences as the app fetches them, for a reader of this language. */
async function aReaderWithWords(language: string): Promise<void> {
  const messages = await translated(language);
  await loadWords(language, async () => JSON.parse(compile(language, messages)));
  onTestFinished(async () => aReaderOf('en'));
}

describe('an option of a game in plain words', () => {
  test.each([
    { option: '1X2 - 1', words: 'Fulham to win' },
    { option: '1X2 - X', words: 'Draw' },
    { option: 'Double Chance - X2', words: 'Nottm Forest or draw' },
    { option: 'O/U 2.5 - Over', words: 'Over 2.5 goals' },
    { option: 'HF/FT - X/1', words: 'Half-time: draw, full time: Fulham' },
    { option: 'GG/NG - GG', words: 'Both teams to score' },
    { option: 'DNB - 2', words: 'Nottm Forest, draw no bet' },
    { option: 'Half Time - 1HT', words: 'Fulham ahead at half-time' },
    { option: 'Away to Score - No', words: 'Nottm Forest not to score' },
  ])('$option is "$words", with the code beside it', async ({ option, words }) => {
    await aReaderOf('en');

    expect(optionWords(option, game)).toEqual({ words, code: option });
  });

  test.each(languages)('is said in %s, no two options of a game alike', async (language) => {
    await aReaderWithWords(language);
    let missing = 0;
    onTestFinished(i18n.on('missing', () => (missing += 1)));

    const said = catalogue.map((option) => optionWords(oddNameOf(option), game).words);

    expect(said).toHaveLength(51);
    expect(said.filter((words) => words.trim() === '')).toEqual([]);
    expect(said.filter((words, index) => said.indexOf(words) !== index)).toEqual([]);
    expect(missing).toBe(0);
  });

  test.each(languages.filter((language) => language !== 'en'))(
    'is said in %s in words of its own',
    async (language) => {
      await aReaderOf('en');
      const english = catalogue.map((option) => optionWords(oddNameOf(option), game).words);
      await aReaderWithWords(language);

      const said = catalogue.map((option) => optionWords(oddNameOf(option), game).words);

      expect(said.filter((words) => english.includes(words))).toEqual([]);
    },
  );

  test('has goals as the reader writes numbers', async () => {
    await aReaderWithWords('fr');

    expect(optionWords('O/U 2.5 - Over', game).words).toBe('Plus de 2,5 buts');
  });

  test('keeps the direction of a name in a sentence that is read from the right', async () => {
    await aReaderWithWords('ar');

    expect(optionWords('1X2 - 1', game).words).toBe('فوز \u2068Fulham\u2069');
  });

  test('names the teams as short as its place needs', () => {
    const shout = (team: string) => team.toUpperCase();

    expect(optionWords('1X2 - 2', game, shout).words).toBe('NOTTM FOREST to win');
  });

  test('is as it came where this build does not know it', () => {
    const words = 'Corners - 9 or more';

    expect(optionWords(words, game)).toEqual({ words, code: '' });
  });
});
