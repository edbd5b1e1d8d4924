import type { TipState } from '#contract/tips.ts';

/**
 * What the address of an administrator's list says: filter, search, and the tip that is open; or the
 * games instead of the tips, and the one that is open.
 */
export type AdminSearch = {
  view?: 'games' | undefined;
  fixture?: string | undefined;
  state?: TipState | undefined;
  search?: string | undefined;
  tip?: string | undefined;
};

/** Reads the address; what makes no sense in it is left out. */
export function readAdminSearch(address: Record<string, unknown>): AdminSearch {
  const { view, fixture, state, search, tip } = address;
  return {
    ...(view === 'games' && { view }),
    ...(view === 'games' && typeof fixture === 'string' && { fixture }),
    ...(isState(state) && { state }),
    ...(typeof search === 'string' && { search: search.slice(0, 100) }),
    ...(typeof tip === 'string' && { tip }),
  };
}

// Written down once more: the shape itself would bring its library to every first screen.
const states: Record<TipState, true> = {
  all: true,
  unpriced: true,
  undecided: true,
  decided: true,
  treated: true,
};

function isState(text: unknown): text is TipState {
  return typeof text === 'string' && Object.hasOwn(states, text);
}
