import type { AdminTipFilter } from '#contract/tips.ts';
import {
  createChoiceParser,
  createSearchParser,
  createTextParser,
} from '#contract/site/search-parsers.ts';

// Repeats the options of a schema, because its import would load zod on every first screen.
const tipStates: Record<AdminTipFilter, true> = {
  all: true,
  unpriced: true,
  undecided: true,
  decided: true,
  treated: true,
};

const parseAdminFields = createSearchParser({
  view: createChoiceParser('games'),
  fixture: createTextParser(64),
  state: (text): AdminTipFilter | undefined => (isAdminTipFilter(text) ? text : undefined),
  search: createTextParser(100),
  tip: createTextParser(64),
});

/**
 * The search parameters of an administrators' page: filter, search and open tip; or game list and
 * open game.
 */
export type AdminSearch = ReturnType<typeof parseAdminFields>;

export function parseAdminSearch(query: Record<string, unknown>): AdminSearch {
  const search = parseAdminFields(query);
  return search.view === 'games' ? search : { ...search, fixture: undefined };
}

function isAdminTipFilter(text: string): text is AdminTipFilter {
  return Object.hasOwn(tipStates, text);
}
