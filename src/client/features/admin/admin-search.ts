import type { TicketState } from '#contract/tickets.ts';

/** What the address of an administrator's list says: filter, search, and the ticket that is open. */
export type AdminSearch = {
  state?: TicketState | undefined;
  search?: string | undefined;
  ticket?: string | undefined;
};

/** Reads the address; what makes no sense in it is left out. */
export function readAdminSearch({ state, search, ticket }: Record<string, unknown>): AdminSearch {
  return {
    ...(isState(state) && { state }),
    ...(typeof search === 'string' && { search: search.slice(0, 100) }),
    ...(typeof ticket === 'string' && { ticket }),
  };
}

// Written down once more: the shape itself would bring its library to every first screen.
const states: Record<TicketState, true> = {
  all: true,
  unpriced: true,
  undecided: true,
  decided: true,
  treated: true,
};

function isState(text: unknown): text is TicketState {
  return typeof text === 'string' && Object.hasOwn(states, text);
}
