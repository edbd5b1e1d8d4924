/** Tells a spreadsheet that what follows is UTF-8. */
const byteOrderMark = '\uFEFF';

/** What a spreadsheet would take for the start of a formula. */
const startsFormula = /^[=+\-@\t\r]/;

/** Lines as comma-separated text, every cell quoted, and none that a spreadsheet would run. */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  // A figure is one; only text can be a formula in disguise.
  const text = typeof value === 'string' && startsFormula.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}
