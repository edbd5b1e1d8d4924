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

/** Whether a text can be somebody's name: with a letter to see, nothing hidden, and no mixed word. */
export function isName(text: string): boolean {
  if (!/\p{L}/u.test(text) || hasHiddenCharacter(text)) return false;
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}]+/u);
  return words.every((word) => alike.filter((script) => script.test(word)).length <= 1);
}
