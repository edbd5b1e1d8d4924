import type { Node } from '@takumi-rs/core';
import { describe, expect, test } from 'vitest';

import type { Tip } from '#contract/tips.ts';
import { bettingOptions, oddNameOf } from '#domain/catalogue.ts';
import { findClubOrPlaceholder } from '#domain/clubs/clubs.ts';
import {
  englishPreviewTextFormatter,
  createPreviewTextFormatter,
  previewMessages,
} from '#server/previews/language.ts';
import { drawTip, type TipPicture } from '#server/previews/tip-picture.ts';
import { createTipPreview } from '#server/previews/tip-preview.ts';
import { languages, createTranslator } from '#server/platform/translations.ts';

import { rawCode } from '../../testing/screen/raw-code.ts';
import { leg, serverTip } from '../../testing/engine/samples.ts';

const home = leg({ game: 'Arsenal Vs Chelsea', oddName: '1X2 - 1', odd: 1.85 });
const over = leg({
  fixtureId: 'b',
  game: 'Inter Milan Vs AS Roma',
  oddName: 'O/U 2.5 - Over',
  odd: 0,
  estimatedOdd: 2.05,
});
const author = { picture: null, settled: 34, priced: 30, yield: -0.051, form: [] };

function aTip(values: Partial<Tip> = {}): Tip {
  return serverTip({ tipsterName: 'Amara Okafor', totalOdds: 1.85, options: [home], ...values });
}

describe('the preview of a tip', () => {
  test('contains each pick with game and odds, and marks estimates', () => {
    const tip = aTip({ options: [home, over], totalOdds: 0, estimatedTotal: 3.79, author });

    const { title, description, picture } = createTipPreview(tip, englishPreviewTextFormatter);

    expect(title).toBe(
      'Arsenal to win, Over 2.5 goals (Inter – Roma) @ ≈ 3.79 · Amara Okafor, −5.1% of 30',
    );
    expect(description).toBe(
      'Arsenal – Chelsea: Arsenal to win @ 1.85 · Inter – Roma: Over 2.5 goals @ ≈ 2.05 · 18+ · Play responsibly',
    );
    expect(picture).toMatchObject({
      tipster: 'Amara Okafor',
      record: '−5.1% of 30 tickets',
      odds: '≈ 3.79',
      legs: [
        { pick: 'Arsenal to win', game: 'Arsenal – Chelsea', odds: '1.85' },
        { pick: 'Over 2.5 goals', game: 'Inter – Roma', odds: '≈ 2.05' },
      ],
      footer: ['2 games', '2 Mar, 15:00 UTC'],
    });
  });

  test('has no numbers for a tipster without a record or a leg without a price', () => {
    const unpriced = { ...over, estimatedOdd: undefined };
    const tip = aTip({ options: [home, unpriced], totalOdds: 0 });

    const { title, picture } = createTipPreview(tip, englishPreviewTextFormatter);

    expect(title).toBe('Arsenal to win, Over 2.5 goals (Inter – Roma) · Amara Okafor');
    expect(picture).toMatchObject({ odds: '', record: '', legs: [{ odds: '1.85' }, { odds: '' }] });
  });

  test.each([
    { values: { outcome: 'won', IsGameSuccessful: true }, begins: 'Won: Arsenal to win' },
    { values: { outcome: 'lost', IsGameSuccessful: false }, begins: 'Arsenal to win' },
  ] as const)('says how it ended once it is confirmed: $begins', ({ values, begins }) => {
    expect(createTipPreview(aTip(values), englishPreviewTextFormatter).title).toMatch(
      new RegExp(`^${begins}`),
    );
  });

  test('contains no name of a former member', () => {
    const tip = aTip({ tipsterName: '', former: true });

    expect(createTipPreview(tip, englishPreviewTextFormatter).title).toContain('· Former member');
  });
});

/** Returns all texts of an SVG drawing. */
function wordsOf(node: Node): string[] {
  if (node.type === 'text') return [node.text];
  return node.type === 'container' ? (node.children ?? []).flatMap(wordsOf) : [];
}

function slipOf(values: Partial<Tip>): TipPicture {
  const { picture } = createTipPreview(aTip(values), englishPreviewTextFormatter);
  if (picture.kind !== 'slip') throw new Error('A tip is drawn as a slip.');
  return picture;
}

function drawn(values: Partial<Tip>): string[] {
  return wordsOf(drawTip(slipOf(values), false));
}

describe('the picture of a tip', () => {
  test('draws the mark of an estimate, which the font lacks', () => {
    const words = drawn({ options: [home, over], totalOdds: 0, estimatedTotal: 3.79 });

    expect(words.filter((word) => word === '~')).toHaveLength(4);
    expect(words).toEqual(expect.arrayContaining(['2.05', '3.79', '1.85']));
    expect(words.join('')).not.toContain('≈');
  });

  test.each([
    { tipsterName: 'Zoë Nguyễn', shown: 'Zoë Nguyễn' },
    { tipsterName: 'Ada 🦁 Obi', shown: 'Ada  Obi' },
    { tipsterName: 'Иван', shown: '…' },
  ])('leaves out characters that the font lacks: $tipsterName', ({ tipsterName, shown }) => {
    expect(drawn({ tipsterName })).toContain(shown);
  });

  test('shows the avatar of its tipster, or initials if the avatar is missing', () => {
    const avatar = `/pictures/${'a'.repeat(64)}.webp`;
    const picture = slipOf({ author: { ...author, picture: avatar } });

    expect(JSON.stringify(drawTip(picture, true))).toContain(avatar);
    expect(wordsOf(drawTip(picture, true))).not.toContain('AO');
    expect(wordsOf(drawTip(picture, false))).toContain('AO');
  });

  test('draws the badges of both clubs in their colours, with codes', () => {
    const picture = JSON.stringify(drawTip(slipOf({}), false));

    for (const { colours, code } of ['Arsenal', 'Chelsea'].map(findClubOrPlaceholder)) {
      expect(picture).toContain(encodeURIComponent(`fill="${colours[0]}"`));
      expect(picture).toContain(`"${code}"`);
    }
  });

  test('shows the number of legs that do not fit', () => {
    const options = Array.from({ length: 6 }, (_, n) => leg({ fixtureId: `leg-${n}` }));

    expect(drawn({ options })).toContain('6 games, 2 not shown');
  });
});

describe('the preview of a tip in a language', () => {
  test.each(languages.filter((language) => language !== 'en'))(
    'has a translation of every sentence: %s',
    (language) => {
      const [translate, english] = [createTranslator(language), createTranslator('en')];
      const untranslated = previewMessages.filter((message) => {
        // Excludes placeholders, signs and the glossary's word "tipster", which are equal in all
        // languages.
        return translate(message) === english(message) && !/^\{\w+\}|^Tipster$/.test(message);
      });

      expect(untranslated).toEqual([]);
    },
  );

  test.each(languages)('contains no code for any option: %s', (language) => {
    const words = createPreviewTextFormatter(language);

    const titles = bettingOptions.map((option) => {
      return createTipPreview(aTip({ options: [{ ...home, oddName: oddNameOf(option) }] }), words)
        .title;
    });

    expect(titles.filter((title) => rawCode.test(title.replaceAll('–', '')))).toEqual([]);
    expect(new Set(titles).size).toBe(51);
  });

  test('uses the texts of the app', () => {
    const french = createTipPreview(aTip({ author }), createPreviewTextFormatter('fr'));

    expect(french.title.replaceAll(/[\u00A0\u202F]/g, ' ')).toBe(
      'Victoire de Arsenal @ 1,85 · Amara Okafor, −5,1 % sur 30',
    );
  });
});
