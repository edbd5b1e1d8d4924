import { useSyncExternalStore } from 'react';
import { observed } from '#sync/observable.ts';

const key = 'touchline-invitation';
const current = observed(stored());

/** Stores an invitation to a pool for this tab, so that a login does not lose it. */
export function keepInvitation(invitation: string | undefined): void {
  try {
    if (invitation === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, invitation);
  } catch {
    // Without storage it lasts as long as the page.
  }
  current.set(invitation);
}

/** The invitation that was opened last. */
export function useInvitation(): string | undefined {
  return useSyncExternalStore(current.subscribe, current.get);
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
