import { hourMs } from '../durations.ts';

/** A price in whole hundredths, so that 1.1 × 1.1 is exactly 1.21. */
export type Hundredths = bigint;

/** The value of `odd` in a leg without a price. */
export const unpricedOdd = 0;

/** Maximum price of a leg. */
export const maxPrice = 1000;

/** Time before kick-off from which a missing price is urgent, in milliseconds. */
export const pricingWindowMs = 2 * hourMs;

/** True for prices that an administrator may set: 0 (unpriced), or 1.00 to 1000 in hundredths. */
export function isValidPrice(price: number): boolean {
  if (price === unpricedOdd) return true;
  return price >= 1 && price <= maxPrice && Math.round(price * 100) / 100 === price;
}

/** Converts a price to hundredths; more than two decimals are rounded half up. */
export function priceToHundredths(price: number): Hundredths {
  if (!Number.isFinite(price) || price < 0) throw new RangeError(`Not a price: ${price}`);

  // Uses the decimal text, because the float of 1.005 is slightly lower and would round down. Text
  // with an exponent is far below a hundredth or a whole number.
  const decimal = /^(\d+)(?:\.(\d+))?$/.exec(String(price));
  if (!decimal) return price < 1 ? 0n : BigInt(price) * 100n;

  const [, whole = '0', fraction = ''] = decimal;
  const digits = fraction.padEnd(3, '0');
  const hundredths = BigInt(whole + digits.slice(0, 2));
  return Number(digits[2]) >= 5 ? hundredths + 1n : hundredths;
}

/** Converts hundredths to a number. */
export function hundredthsToPrice(hundredths: Hundredths): number {
  // Converts through text, because a float cannot divide the large numbers of accumulators exactly.
  const digits = String(hundredths).padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** The exact product of prices, rounded half up to two decimals; 1 for no prices. */
export function multiplyPrices(prices: readonly number[]): number {
  if (prices.length === 0) return 1;

  const product = prices.reduce((total, price) => total * priceToHundredths(price), 1n);
  const surplus = 100n ** BigInt(prices.length - 1);
  return hundredthsToPrice((2n * product + surplus) / (2n * surplus));
}

/** Median of several prices of one option, rounded to hundredths; undefined without prices. */
export function computeMedianPrice(prices: readonly number[]): number | undefined {
  const ordered = prices
    .filter((price) => price >= 1 && price <= maxPrice)
    .toSorted((a, b) => a - b);
  const [low, high] = [(ordered.length - 1) >> 1, ordered.length >> 1].map((at) => ordered[at]);
  if (low === undefined || high === undefined) return undefined;
  return hundredthsToPrice(priceToHundredths((low + high) / 2));
}
