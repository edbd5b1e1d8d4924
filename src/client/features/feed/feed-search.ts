import { isTrue, searchParser, textUpTo, wholeUpTo } from '#contract/site/search-parsers.ts';

/**
 * Parses the search parameters of the feed: tipster, minimum odds and stars, open tips only, and
 * the view, which is 'following', 'in-play' or the key of a league.
 */
export const parseFeedSearch = searchParser({
  view: textUpTo(64),
  search: textUpTo(100),
  minOdds: wholeUpTo(10),
  stars: wholeUpTo(5),
  open: isTrue,
});

export type FeedSearch = ReturnType<typeof parseFeedSearch>;

/** The filters alone, which the server supports as well. */
export function filtersOf({ search, minOdds, stars, open }: FeedSearch) {
  return {
    ...(search !== undefined && { search }),
    ...(minOdds !== undefined && { minOdds }),
    ...(stars !== undefined && { stars }),
    ...(open === true && { open }),
  };
}

/** The number of active filters. */
export function filtersIn(search: FeedSearch): number {
  return Object.keys(filtersOf(search)).length;
}
