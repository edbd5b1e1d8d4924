// As the server compares names: neither case nor accents count, and that in the same way wherever
// a phone comes from.
const alike = new Intl.Collator('en', { usage: 'search', sensitivity: 'base' });

// One letter may stand for two, as ß does for ss, and marks may stand beside their letters.
const fewer = 2;
const more = 4;

/** Tells whether a text is part of a name, whatever its case and accents. */
export function partOfNames(text: string): (name: string) => boolean {
  const part = text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  const length = [...part].length;
  const known = new Map<string, boolean>();
  return (name) => {
    if (part === '') return true;
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = holds([...name.normalize('NFC')], part, length);
    known.set(name, found);
    return found;
  };
}

function holds(letters: readonly string[], part: string, length: number): boolean {
  return letters.some((_, start) => {
    for (let size = Math.max(1, length - fewer); size <= length + more; size += 1) {
      if (start + size > letters.length) return false;
      if (alike.compare(letters.slice(start, start + size).join(''), part) === 0) return true;
    }
    return false;
  });
}
