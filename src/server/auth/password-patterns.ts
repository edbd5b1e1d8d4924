import { passwordLength } from '#contract/limits.ts';
import { plainDigits } from '#domain/names/folded.ts';

/** Rows and columns of keys and digits, which are also typed backwards and in sequence. */
const rows =
  '12345678901234567890 qwertyuiop qwertzuiop azertyuiop asdfghjkl qsdfghjklm zxcvbnm yxcvbnm wxcvbn йцукенгшщзхъ фывапролджэ ячсмитьбю 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik 9ol 147 258 369 159 357'.split(
    ' ',
  );
const rowsBothWays = rows.flatMap((row) => [row, [...row].toReversed().join('')]);

/** Minimum length of a part of a row. */
const minRowLength = 3;

/** Maximum marks around a pattern that leave it one. */
const maxEdgeLength = 3;

/**
 * True if a text is a repeated short unit or consists of keyboard rows, ignoring marks around it.
 */
export function isPattern(plain: string): boolean {
  const text = plainDigits(plain.normalize('NFKC')).replaceAll(
    /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu,
    '',
  );
  const letters = [...text];
  if (letters.length < passwordLength.min - maxEdgeLength) return false;
  const isEven = (_: string, at: number) => at % 2 === 0;
  const isOdd = (_: string, at: number) => at % 2 === 1;
  return (
    isRepeated(letters, { maxUnitLength: 4, minTimes: 2 }) ||
    isRepeated(letters, { maxUnitLength: 6, minTimes: 3 }) ||
    isOfRows(letters) ||
    isOfRows(letters.filter((letter, at) => letter !== letters[at - 1])) ||
    (isOfRows(letters.filter(isEven)) && isOfRows(letters.filter(isOdd)))
  );
}

/** True if repeats of a unit make the text; the last one may be truncated. */
function isRepeated(
  letters: readonly string[],
  { maxUnitLength, minTimes }: { maxUnitLength: number; minTimes: number },
): boolean {
  const units = Array.from({ length: maxUnitLength }, (_, at) => at + 1);
  return units.some(
    (length) =>
      letters.length >= length * minTimes &&
      letters.every((letter, at) => letter === letters[at % length]),
  );
}

/**
 * True if a text consists of parts of rows, such as "123", "fed" or "aaa", except for its last
 * letter.
 */
function isOfRows(letters: readonly string[]): boolean {
  for (let at = 0; at < letters.length;) {
    let end = at + minRowLength;
    if (at > 0 && at === letters.length - 1) return true;
    if (end > letters.length || !isRow(letters.slice(at, end))) return false;
    while (end < letters.length && isRow(letters.slice(at, end + 1))) end += 1;
    at = end;
  }
  return letters.length > 0;
}

/** True if letters are in a keyboard row, or have equal steps in the alphabet. */
function isRow(letters: readonly string[]): boolean {
  const text = letters.join('');
  if (rowsBothWays.some((row) => row.includes(text))) return true;
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return (
    Math.abs(step) <= 2 &&
    codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step)
  );
}
