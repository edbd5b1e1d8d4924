import { deflateRawSync } from 'node:zlib';

/** Fewest bytes of a secret. */
export const shortestSecret = 32;

/** What people write into a setting until they have a real secret; chance writes none of it. */
const written =
  /admin|change|default|develop|dummy|example|insecure|jsonwebtoken|letmein|passw|please|product|random|replace|sample|secret|secure|sessionkey|sign(ed|ing)|string|test[-_]|this[-_]?is|token|touchline|your[-_]/i;

/**
 * Whether nobody could guess a secret: long, of many characters, with no row, no repetition and no
 * words in it.
 */
export function isSecret(text: string): boolean {
  return (
    Buffer.byteLength(text) >= shortestSecret &&
    new Set(text).size >= 10 &&
    !written.test(text) &&
    !isOfWords(text) &&
    shareOfSteps(text) < 0.45 &&
    deflateRawSync(text).length >= Math.min(24, text.length / 2) &&
    !isRepeated(text)
  );
}

/** Chance mixes figures and letters; words stand beside each other without. */
function isOfWords(text: string): boolean {
  const letters = text.replaceAll(/[^a-z]/gi, '').length;
  return letters === text.length
    ? new Set(text.toLowerCase()).size === new Set(text).size
    : /^[a-z]{2,14}([-_ .][a-z]{2,14}){2,}[-_ .\d!]*$/i.test(text);
}

/** The share of characters that are the next, the same or the one before, as in "abc" and "321". */
function shareOfSteps(text: string): number {
  const codes = [...text].map((each) => each.codePointAt(0) ?? 0);
  const steps = codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? -9)) <= 1);
  return steps.length / codes.length;
}

/** Whether a secret is some shorter text over and over. */
function isRepeated(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length || /(.{8,}).*\1/s.test(text);
}
