/** A price as a whole number of hundredths, so that 1.1 × 1.1 is 1.21 and nothing else. */
export type Hundredths = bigint;

/** The price of a leg nobody has priced yet. */
export const unpriced = 0;

/** The highest price a leg may have. */
export const highestPrice = 1000;

/** How long before its kick-off a game without a price presses, in milliseconds. */
export const pricingWindow = 2 * 60 * 60 * 1000;

/** Whether a number may stand as a leg's price: 0 for unpriced, or 1.00 to 1000 in hundredths. */
export function isPrice(price: number): boolean {
  if (price === unpriced) return true;
  return price >= 1 && price <= highestPrice && Math.round(price * 100) / 100 === price;
}

/** A price in hundredths: exact with up to two decimals, anything finer rounded half up. */
export function hundredthsOf(price: number): Hundredths {
  if (!Number.isFinite(price) || price < 0) throw new RangeError(`Not a price: ${price}`);

  // The shortest decimal text is what somebody typed; 1.005 as a float lies just below itself
  // and would round down. Text with an exponent is either far below a hundredth or a whole number.
  const decimal = /^(\d+)(?:\.(\d+))?$/.exec(String(price));
  if (!decimal) return price < 1 ? 0n : BigInt(price) * 100n;

  const [, whole = '0', fraction = ''] = decimal;
  const digits = fraction.padEnd(3, '0');
  const hundredths = BigInt(whole + digits.slice(0, 2));
  return Number(digits[2]) >= 5 ? hundredths + 1n : hundredths;
}

/** The number that hundredths stand for. */
export function priceOf(hundredths: Hundredths): number {
  // Through text, because a long accumulator has more digits than a float can divide exactly.
  const digits = String(hundredths).padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** The exact product of prices, rounded half up once, to two places; 1 when there are none. */
export function priceProduct(prices: readonly number[]): number {
  if (prices.length === 0) return 1;

  const product = prices.reduce((total, price) => total * hundredthsOf(price), 1n);
  const surplus = 100n ** BigInt(prices.length - 1);
  return priceOf((2n * product + surplus) / (2n * surplus));
}

/** The price in the middle of those that are asked for one thing, in hundredths; undefined of none. */
export function medianPrice(prices: readonly number[]): number | undefined {
  const ordered = prices
    .filter((price) => price >= 1 && price <= highestPrice)
    .toSorted((a, b) => a - b);
  const [low, high] = [(ordered.length - 1) >> 1, ordered.length >> 1].map((at) => ordered[at]);
  if (low === undefined || high === undefined) return undefined;
  return priceOf(hundredthsOf((low + high) / 2));
}
