import {
  parseTrue,
  createSearchParser,
  createTextParser,
  createWholeNumberParser,
} from '#contract/site/search-parsers.ts';

/**
 * Parses the search parameters of the feed: tipster, minimum odds, stars, open tips only, and a
 * view: 'following', 'in-play' or the key of a league.
 */
export const parseFeedSearch = createSearchParser({
  view: createTextParser(64),
  search: createTextParser(100),
  minOdds: createWholeNumberParser(10),
  stars: createWholeNumberParser(5),
  open: parseTrue,
});

export type FeedSearch = ReturnType<typeof parseFeedSearch>;

/** Extracts the filters without the view, because the server supports no views. */
export function pickFeedFilters({ search, minOdds, stars, open }: FeedSearch) {
  return {
    ...(search !== undefined && { search }),
    ...(minOdds !== undefined && { minOdds }),
    ...(stars !== undefined && { stars }),
    ...(open === true && { open }),
  };
}

export function countFeedFilters(search: FeedSearch): number {
  return Object.keys(pickFeedFilters(search)).length;
}
