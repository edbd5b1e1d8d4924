/** Replaces the digits of all scripts by 0 to 9. */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** Unicode has the ten digits of each script in order, and some scripts' digits are adjacent. */
function digitValue(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Characters that a search ignores: accents, vowel signs, bidi controls and joiners. */
const ignoredCharacters = new RegExp(
  [
    '[',
    String.raw`\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u0300-\u0362\u0483-\u0489`,
    String.raw`\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c`,
    String.raw`\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed`,
    String.raw`\u0900-\u0903\u093c\u0951-\u0954\u0e47-\u0e4e\u1ab0-\u1abe\u1ac1-\u1acb`,
    String.raw`\u1acf-\u1add\u1ae0-\u1aeb\u1dc0-\u1dc9\u1dcb-\u1dd1\u1df5-\u1dff\u200b-\u200f`,
    String.raw`\u202a-\u202e\u2060-\u2064\u2066-\u206f\u20d0-\u20f0\u3099-\u309a\ufe00-\ufe0f`,
    String.raw`\ufe20-\ufe2f\ufeff`,
    ']',
  ].join(''),
  'g',
);

const spaces = new RegExp(String.raw`[\t\n\v\f\r \u0085\u1680\u2028\u2029]+`, 'g');

/**
 * Letters that NFKD decomposes although their sign is not an accent: short i; alef, waw and yeh.
 */
const composedLetters: readonly (readonly [apart: string, letter: string])[] = [
  ['\u0438\u0306', '\u0439'],
  ['\u0627\u0653', '\u0622'],
  ['\u0627\u0654', '\u0623'],
  ['\u0627\u0655', '\u0625'],
  ['\u0648\u0654', '\u0624'],
  ['\u064A\u0654', '\u0626'],
];

/** Letters, final forms and curly quotes that NFKD does not decompose, with plain equivalents. */
const plainLetters: readonly (readonly [letter: string, plain: string])[] = [
  ['\u05DA', '\u05DB'],
  ['\u05DD', '\u05DE'],
  ['\u05DF', '\u05E0'],
  ['\u05E3', '\u05E4'],
  ['\u05E5', '\u05E6'],
  ['\u05F3', "'"],
  ['\u05F4', '"'],
  ['ð', 'd'],
  ['đ', 'd'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['ς', 'σ'],
  ['ґ', 'г'],
  ['‘', "'"],
  ['’', "'"],
  ['‚', "'"],
  ['‛', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['‟', '"'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
];

/** Folds a text for search: lower case, no accents, single spaces. */
export function foldText(text: string): string {
  const letters = replacePairs(text.normalize('NFKD').toLowerCase(), composedLetters).replaceAll(
    ignoredCharacters,
    '',
  );
  return replacePairs(toAsciiDigits(letters), plainLetters)
    .replaceAll(spaces, ' ')
    .replaceAll(/^ | $/g, '');
}

/** Splits a search text into folded words. */
export function toSearchWords(search: string): string[] {
  const text = foldText(search);
  return text === '' ? [] : text.split(' ');
}

/** True if a word of `text` starts with `beginning`; both must be folded. */
export function hasWordStartingWith(text: string, beginning: string): boolean {
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function replacePairs(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}
