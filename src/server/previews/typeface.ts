import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';

const subsets = ['latin', 'latin-ext', 'vietnamese'] as const;
const folder = '@fontsource-variable/archivo-narrow';
const files = createRequire(import.meta.url);

/** The font files for pictures. */
export const typefaceFiles = subsets.map((subset) =>
  files.resolve(`${folder}/files/archivo-narrow-${subset}-wght-normal.woff2`),
);

/** The characters of each font file, such as "U+0131,U+0152-0153". */
const Ranges = z.object({ latin: z.string(), 'latin-ext': z.string(), vietnamese: z.string() });

const ranges = Ranges.parse(
  JSON.parse(readFileSync(files.resolve(`${folder}/unicode.json`), 'utf8')),
);
const glyphRanges = subsets.flatMap((subset) =>
  ranges[subset].split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) };
  }),
);

/**
 * Removes characters without a glyph in the typeface; returns "…" if no letter or digit remains.
 * The text description beside the picture contains all characters.
 */
export function toDrawableText(words: string): string {
  const remaining = [...words].filter(hasGlyph).join('').trim();
  return /[\p{L}\p{N}]/u.test(words) && !/[\p{L}\p{N}]/u.test(remaining) ? '…' : remaining;
}

function hasGlyph(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return glyphRanges.some(({ first, last }) => first <= code && code <= last);
}
