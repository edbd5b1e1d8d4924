import type { Options } from 'csv-stringify';

/** White space and invisible characters, which a spreadsheet skips before a formula. */
const invisibleStart = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u;

/** The library's `escape_formulas` checks only the first character. */
function escapeFormula(text: string): string {
  // NFKC maps full-width and small forms of the signs to the plain ones.
  const start = text.normalize('NFKC').replace(invisibleStart, '');
  return /^[=+\-\u2212@]/.test(start) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
}

/** Options of every CSV file: UTF-8 with a byte order mark, all cells quoted, formulas escaped. */
export const csvOptions = {
  bom: true,
  quoted: true,
  quoted_empty: true,
  record_delimiter: '\r\n',
  cast: { string: escapeFormula },
} as const satisfies Options;

/** Escapes text for the contents or a quoted attribute of an HTML element. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
