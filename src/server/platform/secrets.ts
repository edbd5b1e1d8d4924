import { deflateRawSync } from 'node:zlib';

/** Minimum bytes of a secret. */
export const minSecretBytes = 32;

/** Words from placeholder secrets; random text does not contain any of these. */
const placeholderWords =
  /admin|change|default|develop|dummy|example|insecure|jsonwebtoken|letmein|passw|please|product|random|replace|sample|secret|secure|sessionkey|sign(ed|ing)|string|test[-_]|this[-_]?is|token|touchline|your[-_]/i;

/**
 * True if a secret is hard to guess: long, with many different characters, and without sequences,
 * repetitions or words.
 */
export function isStrongSecret(text: string): boolean {
  return (
    Buffer.byteLength(text) >= minSecretBytes &&
    new Set(text).size >= 10 &&
    !placeholderWords.test(text) &&
    !consistsOfWords(text) &&
    computeSequenceShare(text) < 0.45 &&
    deflateRawSync(text).length >= Math.min(24, text.length / 2) &&
    !hasRepetition(text)
  );
}

/** True if a text has long runs of letters, as words do; random text mixes letters and digits. */
function consistsOfWords(text: string): boolean {
  const letters = text.replaceAll(/[^a-z]/gi, '').length;
  return letters === text.length
    ? new Set(text.toLowerCase()).size === new Set(text).size
    : /^[a-z]{2,14}([-_ .][a-z]{2,14}){2,}[-_ .\d!]*$/i.test(text);
}

/** Share of characters that equal or neighbour the previous character, as in "abc" or "321". */
function computeSequenceShare(text: string): number {
  const codes = [...text].map((each) => each.codePointAt(0) ?? 0);
  const steps = codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? -9)) <= 1);
  return steps.length / codes.length;
}

/** True if a secret repeats a shorter text. */
function hasRepetition(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length || /(.{8,}).*\1/s.test(text);
}
