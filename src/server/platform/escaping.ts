import type { Options } from 'csv-stringify';

/** White space and invisible characters, which spreadsheets ignore before a formula. */
const invisibleStart = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u;

/** Prevents formulas in spreadsheets; csv-stringify checks only the first character of a cell. */
function escapeFormula(text: string): string {
  // NFKC converts full-width and small forms of "=", "+", "-" and "@" to the usual ones.
  const start = text.normalize('NFKC').replace(invisibleStart, '');
  return /^[=+\-\u2212@]/.test(start) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** Options of all CSV files: UTF-8 with a byte order mark, cells quoted, formulas escaped. */
export const csvOptions = {
  bom: true,
  quoted: true,
  quoted_empty: true,
  record_delimiter: '\r\n',
  cast: { string: escapeFormula },
} as const satisfies Options;

/** Escapes text for the content of an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
