import { describe, expect, test } from 'vitest';

import { findOptionByName } from '#domain/catalogue.ts';
import { estimateOptionPrices } from '#domain/odds/estimate.ts';
import { feedPrice, computePostingOdds, quoteOf } from '#domain/odds/quote.ts';

const prices = { home: 1.85, draw: 3.5, away: 4.2 };

function numberOf(oddName: string): number {
  return findOptionByName(oddName)?.oddsId ?? expect.unreachable(oddName);
}

describe('the feed’s price of an option', () => {
  const feed = { prices, otherPrices: { [numberOf('GG/NG - GG')]: 1.72 } };

  test.each([
    ['1X2 - 1', 1.85],
    ['1X2 - X', 3.5],
    ['1X2 - 2', 4.2],
    ['GG/NG - GG', 1.72],
    ['GG/NG - NG', 0],
  ])('of %s is %d', (oddName, price) => {
    expect(feedPrice(feed, numberOf(oddName))).toBe(price);
  });

  test('is undefined for an unknown game and for an invalid price', () => {
    expect(feedPrice(undefined, 1)).toBe(0);
    expect(feedPrice({ otherPrices: { 4: 0.5, 5: 1.234 } }, 4)).toBe(0);
    expect(feedPrice({ otherPrices: { 4: 0.5, 5: 1.234 } }, 5)).toBe(0);
  });
});

describe('the odds of a leg when it is posted', () => {
  const over = numberOf('O/U 2.5 - Over');

  test('are the feed’s price if it exists', () => {
    expect(computePostingOdds({ prices, otherPrices: { [over]: 1.9 } }, over)).toEqual({
      odd: 1.9,
    });
  });

  test('are otherwise an estimate from 1, X and 2', () => {
    const estimatedOdd = estimateOptionPrices(prices)?.get(over)?.price;

    expect(estimatedOdd).toBeGreaterThan(1.5);
    expect(computePostingOdds({ prices }, over)).toEqual({ odd: 0, estimatedOdd });
  });

  test.each([
    ['the feed does not know the game', undefined],
    ['the game has no prices of 1, X and 2', { otherPrices: { 4: 1.2 } }],
    ['its prices of 1, X and 2 are no market', { prices: { home: 9, draw: 9, away: 9 } }],
  ])('do not exist if %s', (_, feed) => {
    expect(computePostingOdds(feed, over)).toEqual({ odd: 0 });
  });
});

describe('a quote', () => {
  test.each([
    [
      { odd: 1.9, estimatedOdd: 2.1 },
      { odd: 1.9, isEstimate: false },
    ],
    [
      { odd: 0, estimatedOdd: 2.1 },
      { odd: 2.1, isEstimate: true },
    ],
    [{ odd: 0 }, undefined],
  ])('of %o is %o', (odds, quote) => {
    expect(quoteOf(odds)).toEqual(quote);
  });
});
