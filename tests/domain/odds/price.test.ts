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
  test('may be 0, since nobody may have priced the leg yet', () => {
    expect(isValidPrice(0)).toBe(true);
  });

  test.each([
    { price: 0.99, because: 'it would lose money on a winner' },
    { price: 0.01, because: 'it is not quite unpriced' },
    { price: -1.5, because: 'it is negative' },
    { price: 1000.01, because: 'it is above the highest' },
    { price: 1.005, because: 'it has three decimals' },
    { price: 1.0000001, because: 'it has seven' },
    { price: NaN, because: 'it is no number' },
    { price: Infinity, because: 'it has no end' },
  ])('may not be $price, for $because', ({ price }) => {
    expect(isValidPrice(price)).toBe(false);
  });

  test('may be every number of two decimals from 1 to 1000', () => {
    const refused = Array.from({ length: 99_901 }, (_, index) => (100 + index) / 100).filter(
      (price) => !isValidPrice(price),
    );

    expect(refused).toEqual([]);
  });
});

describe('a price in hundredths', () => {
  test('is exact for every number of two decimals up to 1000', () => {
    const wrong = Array.from({ length: 100_001 }, (_, whole) => whole).filter(
      (whole) => priceToHundredths(whole / 100) !== BigInt(whole),
    );

    expect(wrong).toEqual([]);
  });

  test.each([
    { price: 1.005, hundredths: 101n, because: 'half goes up, even where the float lies below' },
    { price: 1.0049, hundredths: 100n, because: 'less than half goes down' },
    { price: 2.675, hundredths: 268n, because: 'half goes up' },
    { price: 1.999, hundredths: 200n, because: 'it carries' },
    { price: 0.000_000_1, hundredths: 0n, because: 'text with a negative exponent is tiny' },
    { price: 1e21, hundredths: 10n ** 23n, because: 'text with an exponent is a whole number' },
  ])('of $price is $hundredths: $because', ({ price, hundredths }) => {
    expect(priceToHundredths(price)).toBe(hundredths);
  });

  test.each([NaN, Infinity, -0.01])('is an error for %d', (price) => {
    expect(() => priceToHundredths(price)).toThrow(RangeError);
  });

  test('converts back into the same price', () => {
    fc.assert(
      fc.property(prices, (price) => {
        expect(hundredthsToPrice(priceToHundredths(price))).toBe(price);
      }),
    );
  });
});

describe('a product of prices', () => {
  test.each([
    { prices: [], product: 1, because: 'nothing multiplies to one' },
    { prices: [1.05, 1.1], product: 1.16, because: '1.155 goes up, where floats say 1.15' },
    { prices: [2, 0, 3], product: 0, because: 'one unpriced leg leaves no total' },
  ])('of $prices is $product: $because', ({ prices, product }) => {
    expect(multiplyPrices(prices)).toBe(product);
  });

  test('is the exact product, rounded half up once', () => {
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

  test('of thirty legs at the highest price is still exact', () => {
    expect(multiplyPrices(Array.from({ length: 30 }, () => 1000))).toBe(1e90);
  });
});

describe('the middle price', () => {
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
