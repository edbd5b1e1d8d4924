import type { Options } from 'csv-stringify';

/** Spaces, line breaks and hidden characters, which a spreadsheet skips before a formula. */
const skipped = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u;

/** `escape_formulas` of the library looks at the first character only. */
function escapeFormula(text: string): string {
  // Full-width and small forms of the signs become the plain ones.
  const start = text.normalize('NFKC').replace(skipped, '');
  return /^[=+\-\u2212@]/.test(start) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** The format of every CSV file: UTF-8 with its mark, all cells quoted, and no text that runs as a formula. */
export const csvOptions = {
  bom: true,
  quoted: true,
  quoted_empty: true,
  record_delimiter: '\r\n',
  cast: { string: escapeFormula },
} as const satisfies Options;
