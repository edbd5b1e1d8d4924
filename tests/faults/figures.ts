import type { Report } from './runner.ts';
import { type Check, checks } from './world/world.ts';

/** What all schedules of a run came to. */
export type Figures = {
  schedules: number;
  operations: number;
  requests: number;
  faults: Map<string, number>;
  /** How many schedules failed a check. */
  failures: Map<Check, number>;
};

export function noFigures(): Figures {
  return {
    schedules: 0,
    operations: 0,
    requests: 0,
    faults: new Map(),
    failures: new Map(checks.map((check) => [check, 0])),
  };
}

export function count(figures: Figures, { counts, violations }: Report): void {
  figures.schedules += 1;
  figures.operations += counts.operations;
  figures.requests += counts.requests;
  for (const [kind, times] of Object.entries(counts.faults)) {
    figures.faults.set(kind, (figures.faults.get(kind) ?? 0) + times);
  }
  for (const check of new Set(violations.map((violation) => violation.check))) {
    figures.failures.set(check, (figures.failures.get(check) ?? 0) + 1);
  }
}

/** The figures as lines to be read. */
export function figureLines({
  schedules,
  operations,
  requests,
  faults,
  failures,
}: Figures): string[] {
  const sorted = [...faults].toSorted(([one], [other]) => one.localeCompare(other));
  const total = sorted.reduce((sum, [, times]) => sum + times, 0);
  return [
    `schedules  ${schedules}`,
    `operations ${operations}`,
    `requests   ${requests}`,
    `faults     ${total} (${sorted.map(([kind, times]) => `${kind} ${times}`).join(', ')})`,
    '',
    ...[...failures].map(([check, times]) => `${check.padEnd(28)} ${times}`),
  ];
}
