import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checks } from './judge.ts';
import type { Outcome } from './run.ts';

const output = join(import.meta.dirname, '../../../test-output');

/** Prints the result of a run and stores its counts in a file; returns true without a violation. */
export function printRun({ results, broke, deaths, starts, seconds }: Outcome): boolean {
  for (const { name, violations } of results) {
    for (const { check, what } of violations) console.log(`${check}: ${what} (${name})`);
  }
  for (const words of broke) console.log(`broke: ${words}`);

  const sum = (figures: readonly number[]) => figures.reduce((total, each) => total + each, 0);
  const faults = new Map<string, number>();
  for (const [fault, count] of results.flatMap((each) => Object.entries(each.faults))) {
    faults.set(fault, (faults.get(fault) ?? 0) + count);
  }
  const cuts = sum(results.map((each) => each.cuts));
  const operations = sum(results.map((each) => each.operations));
  const slowest = Math.max(0, ...starts);
  console.log(
    `\n${results.length} schedules on real processes, ${operations} operations, ${deaths} kills of a ` +
      `server, ${cuts} answers cut, in ${seconds.toFixed(0)} s`,
  );
  console.log(`A server was ready again within ${(slowest / 1000).toFixed(1)} s.`);
  console.log([...faults].map(([fault, count]) => `${fault} ${count}`).join(', '));
  const found = results.flatMap(({ violations }) => violations);
  const figures = checks.map((check) => {
    const count = found.filter((violation) => violation.check === check).length;
    return `${count} ${check}`;
  });
  console.log(figures.join(', '));
  const bad = results.filter(({ violations }) => violations.length > 0).length;
  const counts = { schedules: results.length + broke.length, failed: bad + broke.length };
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, 'processes.json'), JSON.stringify(counts));
  return counts.failed === 0;
}
