import type { SeedReport, TimedReport } from './orders.ts';

/** The totals of a run over all its seeds. */
export type Figures = {
  seeds: number;
  failed: number;
  /** Totals by name, and below that by kind. */
  counts: Map<string, Map<string, number>>;
  /** The name and duration of each timed seed. */
  took: { name: string; took: number }[];
  /** The number of failed seeds by check. */
  failures: Map<string, number>;
};

export function noFigures(checks: readonly string[]): Figures {
  return {
    seeds: 0,
    failed: 0,
    counts: new Map(),
    took: [],
    failures: new Map(checks.map((check) => [check, 0])),
  };
}

export function count(figures: Figures, report: SeedReport | TimedReport): void {
  const { name, counts, violations } = report;
  if ('took' in report) figures.took.push({ name, took: report.took });
  figures.seeds += 1;
  if (violations.length > 0) figures.failed += 1;
  for (const [group, value] of Object.entries(counts)) {
    const sums = figures.counts.get(group) ?? new Map<string, number>();
    figures.counts.set(group, sums);
    const parts = typeof value === 'number' ? { '': value } : value;
    for (const [part, times] of Object.entries(parts)) add(sums, part, times);
  }
  for (const check of new Set(violations.map((violation) => violation.check))) {
    add(figures.failures, check, 1);
  }
}

function add(sums: Map<string, number>, name: string, times: number): void {
  sums.set(name, (sums.get(name) ?? 0) + times);
}

/** Formats the totals as lines of text. */
export function figureLines({ seeds, counts, took, failures }: Figures): string[] {
  return [
    `seeds      ${seeds}`,
    ...[...counts].map(([group, sums]) => `${group.padEnd(10)} ${sumOf(sums)}`),
    ...slowestOf(took),
    '',
    ...[...failures].map(([check, times]) => `${check.padEnd(28)} ${times}`),
  ];
}

function sumOf(sums: ReadonlyMap<string, number>): string {
  const sorted = [...sums].toSorted(([one], [other]) => one.localeCompare(other));
  const total = sorted.reduce((sum, [, times]) => sum + times, 0);
  const parts = sorted.flatMap(([part, times]) => (part === '' ? [] : `${part} ${times}`));
  return parts.length === 0 ? String(total) : `${total} (${parts.join(', ')})`;
}

/** The median and the maximum of the durations. */
function slowestOf(all: Figures['took']): string[] {
  const sorted = all.toSorted((one, other) => one.took - other.took);
  const [slowest, median] = [sorted.at(-1), sorted[Math.floor(sorted.length / 2)]];
  if (!slowest || !median) return [];
  const times = (slowest.took / Math.max(median.took, 1)).toFixed(1);
  const [maximum, middle] = [slowest.took.toFixed(0), median.took.toFixed(0)];
  return [`slowest    ${maximum} ms (${slowest.name}), ${times} times the median of ${middle} ms`];
}
