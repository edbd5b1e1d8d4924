/** What shows nothing, turns the direction of what follows, or stands where no text can be. */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Joiners between letters of these scripts change how the letters are written. */
const joined =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}]\p{M}*)[\u200c\u200d](?=\p{L})/gu;

/** Whether a line holds a character that nobody can see, or that turns the text around it. */
export function hasHiddenCharacter(text: string): boolean {
  return hidden.test(text.replaceAll(joined, ''));
}

/** Scripts whose letters look alike, so that a word of two of them can pass for another's. */
const alike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** The sign of the mark that tells members of one name apart, and what looks like it. */
const markSign = /[#♯⌗⋕⧣⧤⧥ⵌ]|井\s*[0-9A-Za-z]/u;

/** Maximum marks on a letter; the second for alphabets that write vowels as marks. */
const maxMarks = 2;
const maxVowelMarks = 4;

/** Whether a letter carries more marks than any alphabet puts there, so that they run into other lines. */
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
 * Whether a text can be somebody's name: with a letter to see, nothing hidden, no mixed word, no stack of
 * marks, and nothing that reads as a mark of ours.
 */
export function isName(text: string): boolean {
  if (!/\p{L}/u.test(text) || hasHiddenCharacter(text)) return false;
  if (markSign.test(text.normalize('NFKC')) || hasStackedMarks(text)) return false;
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}]+/u);
  return words.every((word) => alike.filter((script) => script.test(word)).length <= 1);
}
