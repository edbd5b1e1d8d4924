/** Options in schedules, with their permanent numbers. */
export const optionNumbers = {
  '1X2 - 1': 1,
  '1X2 - X': 2,
  '1X2 - 2': 3,
  'Double Chance - 1X': 4,
  'O/U 2.5 - Over': 11,
  'O/U 2.5 - Under': 12,
  'HF/FT - X/X': 28,
  'GG/NG - NG': 34,
  'Away to Score - No': 51,
} as const;
export type OptionName = keyof typeof optionNumbers;

export const optionNames: readonly OptionName[] = Object.keys(optionNumbers).filter(
  (name): name is OptionName => name in optionNumbers,
);

/** The number of an option; undefined if no schedule uses it. */
export function numberOf(oddName: string): number | undefined {
  return new Map<string, number>(Object.entries(optionNumbers)).get(oddName);
}

/** The option of a number. */
export function optionNumbered(oddsId: number): OptionName | undefined {
  return optionNames.find((name) => optionNumbers[name] === oddsId);
}

/** The feed prices 1, X and 2 of every game, and nothing else. */
export const feedPrices = { priceHome: '1.85', priceDraw: '3.40', priceAway: '4.20' };

/** The price of an option at the post: 0 if the feed has none. */
export function priceOf(oddName: string): number {
  const { priceHome, priceDraw, priceAway } = feedPrices;
  const priced = { '1X2 - 1': priceHome, '1X2 - X': priceDraw, '1X2 - 2': priceAway };
  return Number(new Map(Object.entries(priced)).get(oddName) ?? 0);
}

/** The group in an option's name. */
export function groupOf(oddName: string): string {
  return oddName.split(' - ')[0] ?? '';
}
