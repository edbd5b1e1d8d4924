import { useEffect, useEffectEvent, useState } from 'react';
import { waitUntilIdle } from '#client/startup/first-screen.ts';
import { estimateOptionPrices, type Estimates } from '#domain/odds/estimate.ts';
import { type FeedPrices, type LegOdds, computePostingOdds } from '#domain/odds/quote.ts';

/** The prices (decimal odds) of 1, X and 2. */
type OutcomePrices = Parameters<typeof estimateOptionPrices>[0];

/** Estimates by their three prices, because each key typed in the search requests them again. */
const estimateCache = new Map<string, Estimates | undefined>();

function cacheKeyOf({ home, draw, away }: OutcomePrices): string {
  return `${home} ${draw} ${away}`;
}

function getCachedEstimate(prices: OutcomePrices): Estimates | undefined {
  const key = cacheKeyOf(prices);
  if (!estimateCache.has(key)) estimateCache.set(key, estimateOptionPrices(prices));
  return estimateCache.get(key);
}

/**
 * Returns a function from the prices of 1, X and 2 to estimated odds of all options: null until the
 * first estimate is computed in the idle time of the browser, which builds a table of scores;
 * undefined if no estimate is possible.
 */
export function useEstimates(
  prices: readonly OutcomePrices[],
): (prices: OutcomePrices) => Estimates | null | undefined {
  const [, setReady] = useState(false);
  const [first] = prices;
  const buildFirst = useEffectEvent(() => {
    if (first) getCachedEstimate(first);
    setReady(true);
  });
  const isFirst = first !== undefined && estimateCache.size === 0;

  useEffect(() => {
    if (!isFirst) return undefined;
    let open = true;
    const build = async () => {
      await waitUntilIdle();
      if (open) buildFirst();
    };
    void build();
    return () => {
      open = false;
    };
  }, [isFirst]);

  return (prices) => (estimateCache.size > 0 ? getCachedEstimate(prices) : null);
}

/**
 * The odds with which a leg on any option of these games would be posted. Estimates are missing
 * until the browser was idle for the first time.
 */
export function useOddsAtPosting(
  feeds: readonly FeedPrices[],
): (feed: FeedPrices | undefined, oddsId: number) => LegOdds {
  const estimatesBy = useEstimates(feeds.flatMap(({ prices }) => prices ?? []));
  return (feed, oddsId) => computePostingOdds(feed, oddsId, estimatesBy);
}
