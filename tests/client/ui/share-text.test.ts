import { beforeAll, describe, expect, test } from 'vitest';
import type { Tip } from '#contract/tips.ts';
import { loadClubs } from '#client/clubs.ts';
import { composeShareText } from '#client/ui/tip/share-text.ts';
import { leg, serverTip } from '../../testing/engine/samples.ts';
import { aReaderOf, aReaderWithWords } from '../../testing/components/reader-language.ts';

const author = { picture: null, settled: 34, priced: 34, yield: 0.24, form: [] };

function aTip(values: Partial<Tip>): Tip {
  const named = { tipsterName: 'Amara Okafor', author, totalOdds: 1.85 };
  return serverTip({ ...named, options: [chelsea], ...values });
}

const chelsea = leg({ game: 'Arsenal Vs Chelsea', oddName: '1X2 - 2', odd: 1.85 });
const over = leg({ fixtureId: 'b', game: 'Inter Milan Vs AS Roma', oddName: 'O/U 2.5 - Over' });
const both = leg({ fixtureId: 'c', game: 'Fulham Vs Everton', oddName: 'GG/NG - GG' });

beforeAll(async () => {
  await loadClubs();
  await aReaderOf('en');
});

describe('the shared text of a tip', () => {
  test.each<{ of: string; tip: Partial<Tip>; text: string }>([
    {
      of: 'one pick',
      tip: {},
      text: 'Chelsea to win @ 1.85 · Amara Okafor, +24% of 34',
    },
    {
      of: 'one pick that names no club',
      tip: { options: [over], totalOdds: 2.1 },
      text: 'Over 2.5 goals (Inter – Roma) @ 2.10 · Amara Okafor, +24% of 34',
    },
    {
      of: 'two picks',
      tip: { options: [chelsea, over], totalOdds: 3.89 },
      text: 'Chelsea to win, Over 2.5 goals (Inter – Roma) @ 3.89 · Amara Okafor, +24% of 34',
    },
    {
      of: 'more picks',
      tip: {
        options: [chelsea, over, both, leg({ fixtureId: 'd' })],
        totalOdds: 12.4,
      },
      text: 'Chelsea to win, Over 2.5 goals (Inter – Roma) +2 more @ 12.40 · Amara Okafor, +24% of 34',
    },
    {
      of: 'estimated odds',
      tip: { totalOdds: 0, estimatedTotal: 2.05 },
      text: 'Chelsea to win @ ≈ 2.05 · Amara Okafor, +24% of 34',
    },
    {
      of: 'odds that are not known yet',
      tip: { totalOdds: 0 },
      text: 'Chelsea to win · Amara Okafor, +24% of 34',
    },
    {
      of: 'a tipster without a record',
      tip: { author: { picture: null, settled: 0, form: [] } },
      text: 'Chelsea to win @ 1.85 · Amara Okafor',
    },
    {
      of: 'a tipster whose tickets had no price',
      tip: { author: { picture: null, settled: 2, hitRate: 0.5, form: [] } },
      text: 'Chelsea to win @ 1.85 · Amara Okafor',
    },
    {
      of: 'a former member',
      tip: { author: undefined, former: true, tipsterName: '' },
      text: 'Chelsea to win @ 1.85 · Former member',
    },
    {
      of: 'a confirmed tip',
      tip: { outcome: 'won', IsGameSuccessful: true },
      text: 'Won: Chelsea to win @ 1.85 · Amara Okafor, +24% of 34',
    },
    {
      of: 'a copy, whose link leads to another tipster',
      tip: { copiedFrom: '0195a000-0000-7000-8000-000000000077' },
      text: 'Chelsea to win',
    },
  ])('describes $of', ({ tip, text }) => {
    expect(composeShareText(aTip(tip))).toBe(text);
  });

  test.each([
    {
      language: 'fr',
      text: 'Victoire de Chelsea, Plus de 2,5 buts (Inter – Roma) et 1 de plus @ 1,85 · Amara Okafor, +24 % sur 34',
    },
    {
      language: 'ar',
      text: 'فوز \u2068Chelsea\u2069، أكثر من 2.5 هدف (\u2068Inter\u2069 – \u2068Roma\u2069) و1 أخرى @ \u20681.85\u2069 · \u2068Amara Okafor\u2069، \u2068\u200E+24\u200E%\u200E\u2069 من 34',
    },
  ])('is in the language of its sender: $language', async ({ language, text }) => {
    await aReaderWithWords(language);

    const shared = composeShareText(aTip({ options: [chelsea, over, both] }));

    expect(shared.replaceAll(/[\u00A0\u202F]/g, ' ')).toBe(text);
  });
});
