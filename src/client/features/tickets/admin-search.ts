import type { TipState } from '#contract/tips.ts';
import { oneOf, searchParser, textUpTo } from '#contract/site/search-parsers.ts';

// Repeated here, because the schema would bring its library to every first screen.
const states: Record<TipState, true> = {
  all: true,
  unpriced: true,
  undecided: true,
  decided: true,
  treated: true,
};

const parse = searchParser({
  view: oneOf('games'),
  fixture: textUpTo(64),
  state: (text): TipState | undefined => (isState(text) ? text : undefined),
  search: textUpTo(100),
  tip: textUpTo(64),
});

/**
 * The search parameters of an administrator's list: filter, search and the open tip; or the list of
 * games and the open game.
 */
export type AdminSearch = ReturnType<typeof parse>;

export function parseAdminSearch(query: Record<string, unknown>): AdminSearch {
  const search = parse(query);
  return search.view === 'games' ? search : { ...search, fixture: undefined };
}

function isState(text: string): text is TipState {
  return Object.hasOwn(states, text);
}
