import { oneOf, searchParser, textUpTo } from '#contract/site/search-parsers.ts';

/** Parses the search parameters of the prices: the near fixtures, and the open game. */
export const parsePricesSearch = searchParser({ show: oneOf('soon'), game: textUpTo(64) });

export type PricesSearch = ReturnType<typeof parsePricesSearch>;
