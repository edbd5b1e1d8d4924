import { folded } from '#domain/folded.ts';

/** Tells whether a text is part of a name, as the server tells it. */
export function partOfNames(text: string): (name: string) => boolean {
  const part = folded(text);
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = folded(name).includes(part);
    known.set(name, found);
    return found;
  };
}
