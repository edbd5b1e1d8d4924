import type { NoteStorage } from '#sync/storage/pending-note.ts';

/** An in-memory localStorage. */
export function inMemoryNotes(): NoteStorage & { all: () => Record<string, string> } {
  const stored = new Map<string, string>();
  return {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
    all: () => Object.fromEntries(stored),
  };
}
