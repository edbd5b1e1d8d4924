import { useEffect, useState } from 'react';
import { untilIdle } from '#client/idle.ts';
import { estimate, type Estimates } from '#domain/estimate.ts';
import { type FeedPrices, type LegOdds, postingOdds } from '#domain/quote.ts';

/** The prices of 1, X and 2. */
type Outcomes = Parameters<typeof estimate>[0];

/** By their three prices: each is asked for again with every letter that somebody types. */
const known = new Map<string, Estimates | undefined>();

function keyOf({ home, draw, away }: Outcomes): string {
  return `${home} ${draw} ${away}`;
}

/**
 * What three prices say of every option: null until it is worked out, undefined where they say nothing. All
 * that are wanted are worked out one after the other, when nothing else is to be done.
 */
export function useEstimates(
  wanted: readonly Outcomes[],
): (prices: Outcomes) => Estimates | null | undefined {
  const [, setDone] = useState('');
  const keys = wanted.map(keyOf).join('\n');

  useEffect(() => {
    let open = true;
    const work = async () => {
      for (const key of keys.split('\n')) {
        if (key === '' || known.has(key)) continue;
        await untilIdle();
        if (!open) return;
        const [home = 0, draw = 0, away = 0] = key.split(' ').map(Number);
        known.set(key, estimate({ home, draw, away }));
        setDone(key);
      }
    };
    void work();
    return () => {
      open = false;
    };
  }, [keys]);

  return (prices) => (known.has(keyOf(prices)) ? known.get(keyOf(prices)) : null);
}

/**
 * The odds that a leg on any option of these games would be posted with. An estimate joins them once the browser
 * was idle; on a game that is not among these an option has only the feed's price.
 */
export function useFeedOdds(
  feeds: readonly FeedPrices[],
): (feed: FeedPrices | undefined, oddsId: number) => LegOdds {
  const estimatesBy = useEstimates(feeds.flatMap(({ prices }) => prices ?? []));
  return (feed, oddsId) => postingOdds(feed, oddsId, estimatesBy);
}
