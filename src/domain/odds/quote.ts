import { bettingOptions } from '../catalogue.ts';
import { estimateOptionPrices, type Estimates } from './estimate.ts';
import type { HomeDrawAway } from './goal-model.ts';
import { isValidPrice, unpricedOdd } from './price.ts';

/** The feed's prices of a game: 1X2 together, other options by number. */
export type FeedPrices = {
  readonly prices?: HomeDrawAway | undefined;
  readonly otherPrices?: Readonly<Record<string, number>> | undefined;
};

/** A displayed decimal price; `isEstimate` marks an estimate, displayed for a missing price. */
export type Quote = { readonly odd: number; readonly isEstimate: boolean };

/** Odds of a leg; `odd` 0 means unpriced, and only then an estimate may exist. */
export type LegOdds = { readonly odd: number; readonly estimatedOdd?: number | undefined };

const outcomes = { '1': 'home', X: 'draw', '2': 'away' } as const;
const outcomesByOption = new Map(
  bettingOptions.flatMap(({ oddsId, oddsGroup, oddsName }) =>
    oddsGroup === '1X2' && isOutcome(oddsName) ? [[oddsId, outcomes[oddsName]] as const] : [],
  ),
);

function isOutcome(name: string): name is keyof typeof outcomes {
  return name in outcomes;
}

/** The feed's price of an option; 0 if absent or invalid. */
export function feedPrice(feed: FeedPrices | undefined, oddsId: number): number {
  const outcome = outcomesByOption.get(oddsId);
  const price = outcome ? feed?.prices?.[outcome] : feed?.otherPrices?.[oddsId];
  return price !== undefined && isValidPrice(price) ? price : unpricedOdd;
}

/**
 * Odds of a leg at posting: the feed's price, else an estimate from the feed's 1X2 prices.
 * `estimatesBy` may return cached estimates.
 */
export function computePostingOdds(
  feed: FeedPrices | undefined,
  oddsId: number,
  estimatesBy: (prices: HomeDrawAway) => Estimates | null | undefined = estimateOptionPrices,
): LegOdds {
  const odd = feedPrice(feed, oddsId);
  if (odd !== unpricedOdd || !feed?.prices) return { odd };
  const estimatedOdd = estimatesBy(feed.prices)?.get(oddsId)?.price;
  return { odd, ...(estimatedOdd !== undefined && { estimatedOdd }) };
}

/** Totals of a tip; `estimatedTotal` may be set only if `totalOdds` is 0 (unpriced). */
type TipTotals = { readonly totalOdds: number; readonly estimatedTotal?: number | undefined };

/** The displayed total of a tip; undefined if a leg has neither price nor estimate. */
export function totalQuoteOf({ totalOdds, estimatedTotal }: TipTotals): Quote | undefined {
  return quoteOf({ odd: totalOdds, estimatedOdd: estimatedTotal });
}

/** The displayed odds of a leg or an option; undefined without price and estimate. */
export function quoteOf({ odd, estimatedOdd }: LegOdds): Quote | undefined {
  if (odd !== unpricedOdd) return { odd, isEstimate: false };
  return estimatedOdd === undefined ? undefined : { odd: estimatedOdd, isEstimate: true };
}
