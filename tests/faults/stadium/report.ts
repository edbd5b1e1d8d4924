/** A row of the table: a figure, and its maximum. */
export type Line = { what: string; figure: number; bound: number; unit: string };

export type Report = { title: string; lines: Line[]; words: string[] };

export function holds({ figure, bound }: Line): boolean {
  return figure <= bound;
}

export function printReport({ title, lines, words }: Report): void {
  console.log(`\n${title}\n`);
  for (const line of lines) {
    const { what, figure, bound, unit } = line;
    const digits = unit === '' ? 0 : 1;
    console.log(
      `  ${what.padEnd(44)} ${figure.toFixed(digits).padStart(8)} ${unit.padEnd(3)} at most ${bound}${holds(line) ? '' : '  FAILS'}`,
    );
  }
  console.log('');
  for (const each of words) console.log(`  ${each}`);
}
