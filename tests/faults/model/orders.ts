import type { Plan } from './schedule/plan.ts';

/** Kinds of seeds that run with the server in one process. */
export type Kind = 'schedules' | 'kick-offs' | 'races';

/** A runner's task, as JSON in its environment. */
export type Orders = {
  kind: Kind;
  url: string;
  dataDir: string;
  /** Stored schedules, which run first. */
  plans: { name: string; plan: Plan }[];
  /** A range of seeds. */
  seeds: { first: number; count: number };
  /** Stops at the first seed that fails. */
  untilFailure: boolean;
  /** Shrinks schedules that fail. */
  shrinks: boolean;
};

/** Sums of a run by name; those with parts also by part. */
type Counts = Record<string, number | Record<string, number>>;

/** The result of one seed or stored schedule. */
export type SeedReport = {
  name: string;
  violations: readonly { check: string; what: string }[];
  counts: Counts;
  log?: string[];
  shrunk?: Plan;
};

/** A report with its processor time in milliseconds. */
export type TimedReport = SeedReport & { took: number };
