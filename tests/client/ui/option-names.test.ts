import { i18n } from '@lingui/core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bettingOptions, oddNameOf, oddsGroups } from '#domain/catalogue.ts';
import { loadClubs } from '#client/clubs.ts';
import { translateOddsGroup, translateOption, translatePick } from '#client/ui/tip/option-words.ts';
import { languages } from '../../../locales/catalogues.ts';
import { rawCode } from '../../testing/screen/raw-code.ts';
import { aReaderOf, aReaderWithWords } from '../../testing/components/reader-language.ts';

const game = { home: 'Fulham', away: 'Nottm Forest' };

describe('a group of options', () => {
  test.each([
    { group: '1X2', words: 'Match result' },
    { group: 'O/U 2.5', words: 'Over/Under 2.5' },
    { group: 'GG/NG', words: 'Both teams to score' },
    { group: 'DNB', words: 'Draw no bet' },
    { group: 'HF/FT', words: 'Half-time/full-time' },
    { group: 'Corners', words: 'Corners' },
  ])('$group is "$words"', async ({ group, words }) => {
    await aReaderOf('en');

    expect(translateOddsGroup(group)).toBe(words);
  });

  test.each(languages)('has distinct words in %s, and no code', async (language) => {
    await aReaderOf('en');
    const english = new Set(oddsGroups.map(({ group }) => translateOddsGroup(group)));
    await aReaderWithWords(language);

    const words = oddsGroups.map(({ group }) => translateOddsGroup(group));

    expect(words.filter((each) => rawCode.test(each))).toEqual([]);
    expect(new Set(words).size).toBe(oddsGroups.length);
    if (language !== 'en') expect(words.filter((each) => english.has(each))).toEqual([]);
  });
});

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
  ])('$option is "$words"', async ({ option, words }) => {
    await aReaderOf('en');

    expect(translateOption(option, game)).toBe(words);
  });

  test.each(languages)(
    'has distinct words without a code in %s for the options of a game',
    async (language) => {
      await aReaderOf('en');
      const textsOf = () =>
        bettingOptions.map((option) => translateOption(oddNameOf(option), game));
      const english = new Set(textsOf());
      await aReaderWithWords(language);
      let missing = 0;
      onTestFinished(i18n.on('missing', () => (missing += 1)));

      const texts = textsOf();

      expect(texts.filter((words) => words.trim() === '' || rawCode.test(words))).toEqual([]);
      expect(new Set(texts).size).toBe(51);
      expect(missing).toBe(0);
      if (language !== 'en') expect(texts.filter((words) => english.has(words))).toEqual([]);
    },
  );

  test('has goals in the number format of the reader', async () => {
    await aReaderWithWords('fr');

    expect(translateOption('O/U 2.5 - Over', game)).toBe('Plus de 2,5 buts');
  });

  test('isolates a name in a sentence that is read from right to left', async () => {
    await aReaderWithWords('ar');

    expect(translateOption('1X2 - 1', game)).toBe('فوز \u2068Fulham\u2069');
  });

  test('names the teams in the requested form', () => {
    const shout = (team: string) => team.toUpperCase();

    expect(translateOption('1X2 - 2', game, shout)).toBe('NOTTM FOREST to win');
  });

  test('is shown unchanged if this build does not know it', () => {
    expect(translateOption('Corners - 9 or more', game)).toBe('Corners - 9 or more');
  });
});

describe('the pick of a leg', () => {
  beforeAll(loadClubs);

  test('names the club in its short form', async () => {
    await aReaderOf('en');

    expect(translatePick({ game: 'Everton Vs Nottingham Forest', oddName: '1X2 - 2' })).toBe(
      'Nottm Forest to win',
    );
  });

  test.each(languages)('has no code in %s if its game names no two teams', async (language) => {
    await aReaderWithWords(language);

    const texts = bettingOptions.map((option) =>
      translatePick({ game: 'Derby of the day', oddName: oddNameOf(option) }),
    );

    expect(texts.filter((words) => rawCode.test(words))).toEqual([]);
    expect(new Set(texts).size).toBe(51);
  });
});
