import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  priceToHundredths,
  isValidPrice,
  computeMedianPrice,
  hundredthsToPrice,
  multiplyPrices,
} from '#domain/odds/price.ts';

const hundredths = fc.integer({ min: 100, max: 100_000 });
const prices = hundredths.map((whole) => whole / 100);

describe('a price', () => {
  test('can be 0, because the leg may be unpriced', () => {
    expect(isValidPrice(0)).toBe(true);
  });

  test.each([
    { price: 0.99, because: 'a winner would lose money' },
    { price: 0.01, because: 'it is more than unpriced' },
    { price: -1.5, because: 'it is negative' },
    { price: 1000.01, because: 'it is above the maximum' },
    { price: 1.005, because: 'it has three decimals' },
    { price: 1.0000001, because: 'it has seven decimals' },
    { price: NaN, because: 'it is not a number' },
    { price: Infinity, because: 'it is infinite' },
  ])('cannot be $price, because $because', ({ price }) => {
    expect(isValidPrice(price)).toBe(false);
  });

  test('can be every number with two decimals from 1 to 1000', () => {
    const refused = Array.from({ length: 99_901 }, (_, index) => (100 + index) / 100).filter(
      (price) => !isValidPrice(price),
    );

    expect(refused).toEqual([]);
  });
});

describe('a price in hundredths', () => {
  test('is exact for every number with two decimals up to 1000', () => {
    const wrong = Array.from({ length: 100_001 }, (_, whole) => whole).filter(
      (whole) => priceToHundredths(whole / 100) !== BigInt(whole),
    );

    expect(wrong).toEqual([]);
  });

  test.each([
    { price: 1.005, hundredths: 101n, because: 'half is rounded up, even if the float is lower' },
    { price: 1.0049, hundredths: 100n, because: 'less than half is rounded down' },
    { price: 2.675, hundredths: 268n, because: 'half is rounded up' },
    { price: 1.999, hundredths: 200n, because: 'it has a carry' },
    { price: 0.000_000_1, hundredths: 0n, because: 'text with a negative exponent is tiny' },
    { price: 1e21, hundredths: 10n ** 23n, because: 'text with an exponent is a whole number' },
  ])('of $price is $hundredths: $because', ({ price, hundredths }) => {
    expect(priceToHundredths(price)).toBe(hundredths);
  });

  test.each([NaN, Infinity, -0.01])('is an error for %d', (price) => {
    expect(() => priceToHundredths(price)).toThrow(RangeError);
  });

  test('can be converted back to the same price', () => {
    fc.assert(
      fc.property(prices, (price) => {
        expect(hundredthsToPrice(priceToHundredths(price))).toBe(price);
      }),
    );
  });
});

describe('a product of prices', () => {
  test.each([
    { prices: [], product: 1, because: 'the empty product is one' },
    { prices: [1.05, 1.1], product: 1.16, because: '1.155 is rounded up, unlike the float' },
    { prices: [2, 0, 3], product: 0, because: 'one unpriced leg prevents a total' },
  ])('of $prices is $product: $because', ({ prices, product }) => {
    expect(multiplyPrices(prices)).toBe(product);
  });

  test('is the exact product, with half rounded up once', () => {
    fc.assert(
      fc.property(fc.array(hundredths, { minLength: 1, maxLength: 30 }), (wholes) => {
        const exact = wholes.reduce((total, whole) => total * BigInt(whole), 1n);
        const unit = 100n ** BigInt(wholes.length - 1);
        const rounded = exact / unit + ((exact % unit) * 2n >= unit ? 1n : 0n);
        const text = String(rounded);

        expect(multiplyPrices(wholes.map((whole) => whole / 100))).toBe(
          Number(`${text.slice(0, -2)}.${text.slice(-2)}`),
        );
      }),
    );
  });

  test('of thirty legs at the maximum price is exact', () => {
    expect(multiplyPrices(Array.from({ length: 30 }, () => 1000))).toBe(1e90);
  });
});

describe('the median price', () => {
  test.each([
    { of: [2.1, 210, 2.2], is: 2.2 },
    { of: [2.1, 2.2], is: 2.15 },
    { of: [2.11, 2.12], is: 2.12 },
    { of: [0, 0.5, 1001, 3], is: 3 },
    { of: [0.5, Number.NaN], is: undefined },
    { of: [], is: undefined },
  ])('of $of is $is', ({ of, is }) => {
    expect(computeMedianPrice(of)).toBe(is);
  });
});
