// Prints every result with its budget and marks exceeded budgets; never fails.

export function heading(text: string): void {
  console.log(`\n${text}\n`);
}

export function note(text: string): void {
  console.log(`  ${text}`);
}

/** Reports a result with a maximum; the default unit is a ratio. */
export function atMost(what: string, figure: number, budget: number, unit = 'x'): void {
  print(what, figure, unit, figure <= budget ? `within ${budget}` : `OVER BUDGET (${budget})`);
}

/** Reports a result with a minimum; the default unit is a ratio. */
export function atLeast(what: string, figure: number, budget: number, unit = 'x'): void {
  print(what, figure, unit, figure >= budget ? `reaches ${budget}` : `SHORT OF BUDGET (${budget})`);
}

function print(what: string, figure: number, unit: string, verdict: string): void {
  const digits = unit === 'x' ? 3 : 0;
  console.log(
    `    ${what.padEnd(60)} ${figure.toFixed(digits).padStart(8)} ${unit.padEnd(2)}  ${verdict}`,
  );
}
