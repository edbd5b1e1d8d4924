import { oneOf, searchParser, textUpTo } from '#contract/search-parsers.ts';

/** Parses the address of the prices: those that cannot wait, and the game that is open. */
export const parsePricesSearch = searchParser({ show: oneOf('soon'), game: textUpTo(64) });

export type PricesSearch = ReturnType<typeof parsePricesSearch>;
