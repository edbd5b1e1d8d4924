import {
  createChoiceParser,
  createSearchParser,
  createTextParser,
} from '#contract/site/search-parsers.ts';

/** Parses the search parameters of the prices page: near fixtures only, and the open game. */
export const parsePricesSearch = createSearchParser({
  show: createChoiceParser('soon'),
  game: createTextParser(64),
});

export type PricesSearch = ReturnType<typeof parsePricesSearch>;
