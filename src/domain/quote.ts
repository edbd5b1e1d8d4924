import { catalogue } from './catalogue.ts';
import { estimate, type Estimates } from './estimate.ts';
import type { Outcomes } from './goal-model.ts';
import { isPrice, unpriced } from './price.ts';

/** The feed's prices of a game: of 1, X and 2 together, and of other options by their number. */
export type FeedPrices = {
  readonly prices?: Outcomes | undefined;
  readonly otherPrices?: Readonly<Record<string, number>> | undefined;
};

/** A decimal price, or the estimate that stands in for a missing one and is marked as such. */
export type Quote = { readonly odd: number; readonly isEstimate: boolean };

/** The odds of a leg; `odd` 0 is not priced, and only then there may be an estimate. */
export type LegOdds = { readonly odd: number; readonly estimatedOdd?: number | undefined };

const outcomes = { '1': 'home', X: 'draw', '2': 'away' } as const;
const outcomesByOption = new Map(
  catalogue.flatMap(({ oddsId, oddsGroup, oddsName }) =>
    oddsGroup === '1X2' && isOutcome(oddsName) ? [[oddsId, outcomes[oddsName]] as const] : [],
  ),
);

function isOutcome(name: string): name is keyof typeof outcomes {
  return name in outcomes;
}

/** The feed's price of an option; 0 where the feed has none that can be one. */
export function feedPrice(feed: FeedPrices | undefined, oddsId: number): number {
  const outcome = outcomesByOption.get(oddsId);
  const price = outcome ? feed?.prices?.[outcome] : feed?.otherPrices?.[oddsId];
  return price !== undefined && isPrice(price) ? price : unpriced;
}

/**
 * The odds with which a leg is posted: the feed's price, else the estimate by its prices of 1, X and 2.
 * `estimatesBy` may look estimates up instead of working them out.
 */
export function postingOdds(
  feed: FeedPrices | undefined,
  oddsId: number,
  estimatesBy: (prices: Outcomes) => Estimates | null | undefined = estimate,
): LegOdds {
  const odd = feedPrice(feed, oddsId);
  if (odd !== unpriced || !feed?.prices) return { odd };
  const estimatedOdd = estimatesBy(feed.prices)?.get(oddsId)?.price;
  return { odd, ...(estimatedOdd !== undefined && { estimatedOdd }) };
}

/** Both totals of a tip; `estimatedTotal` is present only if `totalOdds` is 0, which means unpriced. */
type TipTotals = { readonly totalOdds: number; readonly estimatedTotal?: number | undefined };

/** The total to show of a tip; undefined where one of its legs has neither price nor estimate. */
export function totalQuoteOf({ totalOdds, estimatedTotal }: TipTotals): Quote | undefined {
  return quoteOf({ odd: totalOdds, estimatedOdd: estimatedTotal });
}

/** What is shown for the odds of a leg or an option; undefined where there is neither price nor estimate. */
export function quoteOf({ odd, estimatedOdd }: LegOdds): Quote | undefined {
  if (odd !== unpriced) return { odd, isEstimate: false };
  return estimatedOdd === undefined ? undefined : { odd: estimatedOdd, isEstimate: true };
}
