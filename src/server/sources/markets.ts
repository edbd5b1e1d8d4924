import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

import {
  bettingOptions,
  type OddsGroup,
  oddsGroups,
  type BettingOption,
} from '#domain/catalogue.ts';
import { computeMedianPrice } from '#domain/odds/price.ts';

import { readEntry, readEntries, type ReadResult } from './read-result.ts';

/** Markets of API version 4 besides `h2h` (1, X, 2), which is always requested. */
export const oddsMarkets = ['totals', 'btts', 'draw_no_bet', 'double_chance'] as const;
export type OddsMarket = (typeof oddsMarkets)[number];

const marketNames: readonly string[] = oddsMarkets;

export function isOddsMarket(name: string): name is OddsMarket {
  return marketNames.includes(name);
}

/** True if a market must be requested per game; other markets are requested per league. */
export function isRequestedPerEvent(market: OddsMarket): boolean {
  return market !== 'totals';
}

const marketsByGroup: Partial<Record<OddsGroup, OddsMarket>> = {
  'GG/NG': 'btts',
  DNB: 'draw_no_bet',
  'Double Chance': 'double_chance',
};

function findMarketOfGroup(group: OddsGroup): OddsMarket | undefined {
  return group.startsWith('O/U ') ? 'totals' : marketsByGroup[group];
}

const marketsByOption = new Map(
  bettingOptions.map(({ oddsId, oddsGroup }) => [String(oddsId), findMarketOfGroup(oddsGroup)]),
);

/** Removes prices that do not belong to these markets. */
export function filterPricesByMarkets(
  otherPrices: Readonly<Record<string, number>>,
  markets: readonly OddsMarket[],
): Record<string, number> {
  const isOfThese = (oddsId: string) => {
    const market = marketsByOption.get(oddsId);
    return market !== undefined && markets.includes(market);
  };
  return Object.fromEntries(Object.entries(otherPrices).filter(([oddsId]) => isOfThese(oddsId)));
}

/** The goal line of the market `totals`, such as 2.5; some sources send text. */
const Point = z.union([
  z.number(),
  z.pipe(z.string().check(z.regex(/^\d{1,3}(?:\.\d+)?$/)), z.transform(Number)),
]);
const Outcome = z.object({
  name: z.string(),
  price: z.number(),
  point: otherwise(z.optional(Point), undefined),
});
const Total = z.extend(Outcome, { point: Point });

type Teams = { home: string; away: string };

/**
 * Computes the median of all bookmakers' prices for each option of these markets, by option number.
 * A group has prices for all its options or for none; unreadable outcomes are skipped and counted.
 */
export function readOtherPrices(
  codesOf: (market: OddsMarket) => readonly unknown[],
  markets: readonly OddsMarket[],
  teams: Teams,
): ReadResult<[oddsId: string, price: number]> {
  return readEntries(markets, (market) => {
    const schema = market === 'totals' ? Total : Outcome;
    const outcomes = readEntries(codesOf(market), (each) => readEntry(schema, each));
    const pricesOf = (option: BettingOption) => {
      const names = listOutcomeNames(option, market, teams);
      return outcomes.entries.flatMap((outcome) => {
        const isOnLine = market !== 'totals' || option.oddsGroup === `O/U ${outcome.point ?? ''}`;
        return isOnLine && names.includes(outcome.name) ? [outcome.price] : [];
      });
    };
    const groups = oddsGroups.filter(({ group }) => findMarketOfGroup(group) === market);
    const entries = groups.flatMap(({ options }) => {
      const priced = options.flatMap((option): [oddsId: string, price: number][] => {
        const price = computeMedianPrice(pricesOf(option));
        return price === undefined ? [] : [[String(option.oddsId), price]];
      });
      return priced.length === options.length ? priced : [];
    });
    return { entries, unreadable: outcomes.unreadable };
  });
}

/** Returns possible outcome names of an option; two names in any order, as in "Draw or Arsenal". */
function listOutcomeNames(
  { oddsName }: BettingOption,
  market: OddsMarket,
  { home, away }: Teams,
): string[] {
  switch (market) {
    case 'totals':
      return [oddsName];
    case 'btts':
      return [oddsName === 'GG' ? 'Yes' : 'No'];
    case 'draw_no_bet':
      return [oddsName === '1' ? home : away];
    case 'double_chance': {
      const one = oddsName === 'X2' ? 'Draw' : home;
      const two = oddsName === '1X' ? 'Draw' : away;
      return [' or ', '/'].flatMap((or) => [`${one}${or}${two}`, `${two}${or}${one}`]);
    }
  }
}
