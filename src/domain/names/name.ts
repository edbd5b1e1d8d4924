/** Invisible characters, bidi controls, and code points that are not assigned to text. */
const hiddenCharacter =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Allowed zero-width joiners, which change the shape of letters in these scripts. */
const allowedJoiners =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}]\p{M}*)[\u200c\u200d](?=\p{L})/gu;

/** True if a line contains an invisible character or one that changes the text direction. */
export function hasHiddenCharacter(text: string): boolean {
  return hiddenCharacter.test(text.replaceAll(allowedJoiners, ''));
}

/** Scripts with similar letters: a word that mixes two of them can imitate another name. */
const similarScripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** The sign before the suffix of a shared name ("#K7B"), and its lookalikes. */
const suffixSign = /[#♯⌗⋕⧣⧤⧥ⵌ]|井\s*[0-9A-Za-z]/u;

/** Maximum accents and other marks per letter; the second is for scripts with vowel marks. */
const maxMarks = 2;
const maxVowelMarks = 4;

/** True if a letter has more marks than names need, which could overlap other lines. */
function hasStackedMarks(text: string): boolean {
  const stacks = text.normalize('NFD').match(/\p{M}+/gu) ?? [];
  return stacks.some((stack) => {
    const marks = [...stack];
    const isRepeated = new Set(marks).size < marks.length;
    const isOfAnyLetter = /[\p{Script=Inherited}\p{Script=Cyrillic}]/u.test(stack);
    return marks.length > (isRepeated || isOfAnyLetter ? maxMarks : maxVowelMarks);
  });
}

/**
 * True if a text may be a display name: a visible letter, no hidden characters, no mixed scripts in
 * a word, no stacked marks, and no imitation of a shared name's suffix.
 */
export function isValidDisplayName(text: string): boolean {
  if (!/\p{L}/u.test(text) || hasHiddenCharacter(text)) return false;
  if (suffixSign.test(text.normalize('NFKC')) || hasStackedMarks(text)) return false;
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}]+/u);
  return words.every((word) => similarScripts.filter((script) => script.test(word)).length <= 1);
}
