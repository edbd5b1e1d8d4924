import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

import {
  bettingOptions,
  type OddsGroup,
  oddsGroups,
  type BettingOption,
} from '#domain/catalogue.ts';
import { medianPrice } from '#domain/odds/price.ts';

import { readEntry, readEach, type ReadResult } from './read-result.ts';

/** Market names of version 4 that can be requested beside 1, X and 2 (`h2h`), which always are. */
export const oddsMarkets = ['totals', 'btts', 'draw_no_bet', 'double_chance'] as const;
export type OddsMarket = (typeof oddsMarkets)[number];

const marketNames: readonly string[] = oddsMarkets;

export function isOddsMarket(name: string): name is OddsMarket {
  return marketNames.includes(name);
}

/** True if a market must be requested game by game; the others come with their league. */
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

/** Reduces a game's other prices to these markets. */
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

/** The line of a total; some sources send it as a text. */
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
 * The median price of all bookmakers for each option of these markets, by its number. A group has a
 * price for each option or for none; unreadable outcomes are left out and counted.
 */
export function readOtherPrices(
  codesOf: (market: OddsMarket) => readonly unknown[],
  markets: readonly OddsMarket[],
  teams: Teams,
): ReadResult<[oddsId: string, price: number]> {
  return readEach(markets, (market) => {
    const schema = market === 'totals' ? Total : Outcome;
    const outcomes = readEach(codesOf(market), (each) => readEntry(schema, each));
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
        const price = medianPrice(pricesOf(option));
        return price === undefined ? [] : [[String(option.oddsId), price]];
      });
      return priced.length === options.length ? priced : [];
    });
    return { entries, unreadable: outcomes.unreadable };
  });
}

/** Possible names of an option's outcome. Two sides come in any order, "Draw or Arsenal". */
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
