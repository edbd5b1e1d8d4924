import { writeFigures } from './environment.ts';

/** A line of a report: a number, and its maximum if there is one. */
export type Line = { what: string; figure: number; bound?: number; unit?: string };

export type Report = { title: string; lines: Line[]; words: string[] };

/** Prints reports as they arrive and stores them; true if no number exceeds its maximum. */
export async function printReports(
  name: string,
  all: AsyncIterable<Report> | Iterable<Report>,
): Promise<boolean> {
  const reports: Report[] = [];
  for await (const report of all) {
    print(report);
    reports.push(report);
  }
  writeFigures(name, reports);
  return reports.every(({ lines }) => lines.every(holds));
}

function holds({ figure, bound = Infinity }: Line): boolean {
  return figure <= bound;
}

function print({ title, lines, words }: Report): void {
  console.log(`\n${title}\n`);
  for (const line of lines) {
    const { what, figure, bound, unit = '' } = line;
    const limit = bound === undefined ? '' : `at most ${bound}`;
    const text = `${figure.toFixed(unit === '' ? 0 : 1).padStart(8)} ${unit.padEnd(3)} ${limit}`;
    console.log(`  ${what.padEnd(48)} ${text}${holds(line) ? '' : '  FAILS'}`);
  }
  console.log('');
  for (const each of words) console.log(`  ${each}`);
}
