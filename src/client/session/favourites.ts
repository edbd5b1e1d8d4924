import { useSyncExternalStore } from 'react';
import { observed } from '#sync/observable.ts';

const key = 'touchline-favourites';
const current = observed<readonly string[]>([]);
let watching = false;

/** The teams by name and the leagues by key that are first in this device's list of games. */
export function useFavourites(): readonly string[] {
  return useSyncExternalStore(subscribe, read);
}

/** Adds or removes a star of a team or a league. */
export function toggleFavourite(name: string): void {
  const before = read();
  const after = before.includes(name) ? before.filter((one) => one !== name) : [...before, name];
  try {
    localStorage.setItem(key, JSON.stringify(after));
  } catch {
    // Without storage the stars last as long as the page.
  }
  current.set(after);
}

function subscribe(onChange: () => void): () => void {
  follow();
  return current.subscribe(onChange);
}

function read(): readonly string[] {
  follow();
  return current.get();
}

/** Another tab may change the stars. */
function follow(): void {
  if (watching) return;
  watching = true;
  current.set(stored());
  globalThis.addEventListener('storage', (event) => {
    if (event.key === null || event.key === key) current.set(stored());
  });
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
