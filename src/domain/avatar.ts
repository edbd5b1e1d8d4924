const colours = [
  '#3d5f8a',
  '#8a4560',
  '#4d6b34',
  '#8a5525',
  '#5d4c91',
  '#246a70',
  '#74563f',
  '#8c3f3f',
] as const;

/** Returns the background colour of a member's initials; equal names get equal colours. */
export function avatarColour(name: string): string {
  let sum = 0;
  for (const letter of name.trim()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return colours[sum % colours.length] ?? colours[0];
}

/**
 * Returns the first letters of the first and last word; skips the suffix of a shared name ("#K7B").
 */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith('#'));
  // Splits by code point, because some scripts need two code units per letter.
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const initials = letters.map((word) => [...(word ?? '')][0] ?? '').join('');
  return initials === '' ? '–' : initials.toLocaleUpperCase();
}
