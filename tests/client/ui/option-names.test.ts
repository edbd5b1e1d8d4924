import { i18n } from '@lingui/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { catalogue, oddNameOf } from '#domain/catalogue.ts';
import { loadWords } from '#client/data/language.ts';
import { answerWords, groupWords, oddNameWords } from '#client/ui/tip/option-words.ts';

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
