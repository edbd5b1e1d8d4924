import type { Report } from './runner.ts';
import { type Check, checks } from './world/world.ts';

/** The sums of all schedules of a run. */
export type Figures = {
  schedules: number;
  operations: number;
  requests: number;
  faults: Map<string, number>;
  /** Refusals of the server by reason. */
  refusals: Map<string, number>;
  /** Duration of each schedule. */
  took: { name: string; took: number }[];
  /** Number of failed schedules by check. */
  failures: Map<Check, number>;
};

export function noFigures(): Figures {
  return {
    schedules: 0,
    operations: 0,
    requests: 0,
    faults: new Map(),
    refusals: new Map(),
    took: [],
    failures: new Map(checks.map((check) => [check, 0])),
  };
}

export function count(figures: Figures, { name, took, counts, violations }: Report): void {
  figures.took.push({ name, took });
  figures.schedules += 1;
  figures.operations += counts.operations;
  figures.requests += counts.requests;
  add(figures.faults, counts.faults);
  add(figures.refusals, counts.refusals);
  for (const check of new Set(violations.map((violation) => violation.check))) {
    figures.failures.set(check, (figures.failures.get(check) ?? 0) + 1);
  }
}

function add(sums: Map<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [kind, times] of Object.entries(counts)) sums.set(kind, (sums.get(kind) ?? 0) + times);
}

/** The figures as lines of text. */
export function figureLines({
  schedules,
  operations,
  requests,
  faults,
  refusals,
  took,
  failures,
}: Figures): string[] {
  return [
    `schedules  ${schedules}`,
    `operations ${operations}`,
    `requests   ${requests}`,
    `faults     ${sumOf(faults)}`,
    `refusals   ${sumOf(refusals)}`,
    slowestOf(took),
    '',
    ...[...failures].map(([check, times]) => `${check.padEnd(28)} ${times}`),
  ];
}

function sumOf(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  const total = sorted.reduce((sum, [, times]) => sum + times, 0);
  return `${total} (${sorted.map(([kind, times]) => `${kind} ${times}`).join(', ')})`;
}

/** The median and the maximum duration of a schedule. */
function slowestOf(all: Figures['took']): string {
  const sorted = all.toSorted((one, other) => one.took - other.took);
  const [slowest, median] = [sorted.at(-1), sorted[Math.floor(sorted.length / 2)]];
  if (!slowest || !median) return 'slowest    none';
  const times = (slowest.took / Math.max(median.took, 1)).toFixed(1);
  const [maximum, middle] = [slowest.took.toFixed(0), median.took.toFixed(0)];
  return `slowest    ${maximum} ms (${slowest.name}), ${times} times the median of ${middle} ms`;
}
