/** A figure against its budget. */
export type Verdict = { what: string; figure: number; budget: number; within: boolean };

export function heading(text: string): void {
  console.log(`\n${text}\n`);
}

export function note(text: string): void {
  console.log(`  ${text}`);
}

export function ratio(what: string, figure: number, budget: number): Verdict {
  const within = figure <= budget;
  const words = within ? `within ${budget}` : `OVER BUDGET (${budget})`;
  console.log(`    ${what.padEnd(56)} ${figure.toFixed(3).padStart(8)} x  ${words}`);
  return { what, figure, budget, within };
}

/** A minimum; a ratio by default, or of the given unit. */
export function atLeast(what: string, figure: number, budget: number, unit = 'x'): Verdict {
  const within = figure >= budget;
  const words = within ? `reaches ${budget}` : `SHORT OF BUDGET (${budget})`;
  console.log(`    ${what.padEnd(56)} ${figure.toFixed(3).padStart(8)} ${unit}  ${words}`);
  return { what, figure, budget, within };
}

/** A maximum that is no ratio. */
export function atMost(what: string, figure: number, budget: number): Verdict {
  const within = figure <= budget;
  const words = within ? `within ${budget}` : `OVER BUDGET (${budget})`;
  console.log(`    ${what.padEnd(56)} ${figure.toFixed(0).padStart(8)}    ${words}`);
  return { what, figure, budget, within };
}
