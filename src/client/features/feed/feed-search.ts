import { isTrue, searchParser, textUpTo, wholeUpTo } from '#contract/search-parsers.ts';

/**
 * Parses the address of the feed: who, from which odds and stars, whether still open, and the view, which is
 * 'following', 'in-play' or the key of a league.
 */
export const parseFeedSearch = searchParser({
  view: textUpTo(64),
  search: textUpTo(100),
  minOdds: wholeUpTo(10),
  stars: wholeUpTo(5),
  open: isTrue,
});

export type FeedSearch = ReturnType<typeof parseFeedSearch>;

/** Its filters alone, which the server knows as well. */
export function filtersOf({ search, minOdds, stars, open }: FeedSearch) {
  return {
    ...(search !== undefined && { search }),
    ...(minOdds !== undefined && { minOdds }),
    ...(stars !== undefined && { stars }),
    ...(open === true && { open }),
  };
}

/** How many filters narrow the list. */
export function filtersIn(search: FeedSearch): number {
  return Object.keys(filtersOf(search)).length;
}
