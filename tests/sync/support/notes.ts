import type { Notes } from '#sync/storage-watch.ts';

/** What a browser keeps beside its databases. */
export function notes(): Notes & { all: () => Record<string, string> } {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    all: () => Object.fromEntries(kept),
  };
}
