import { findOptionByName } from '#domain/catalogue.ts';

/** Options in schedules. */
export const optionNames = [
  '1X2 - 1',
  '1X2 - X',
  '1X2 - 2',
  'Double Chance - 1X',
  'O/U 2.5 - Over',
  'O/U 2.5 - Under',
  'HF/FT - X/X',
  'GG/NG - NG',
  'Away to Score - No',
] as const;
export type OptionName = (typeof optionNames)[number];

/** The permanent number of an option; 0 if there is no such option. */
export function numberOf(oddName: string): number {
  return findOptionByName(oddName)?.oddsId ?? 0;
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

/** A leg of a slip, as the app queues it. */
export function legOn(
  { id, game, kickOff }: { id: string; game: string; kickOff: Date | number },
  oddName: OptionName = '1X2 - 1',
) {
  return {
    fixtureId: id,
    game,
    group: groupOf(oddName),
    oddName,
    odd: priceOf(oddName),
    startDateOfGame: new Date(kickOff).toISOString(),
  };
}
