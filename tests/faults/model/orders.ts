import type { Plan } from './schedule/plan.ts';

/** Kinds of seeds, all of which run with the server in their own process. */
export type Kind = 'schedules' | 'kick-offs' | 'races';

/** The task of a runner, passed as JSON in an environment variable. */
export type Orders = {
  kind: Kind;
  url: string;
  dataDir: string;
  /** Stored schedules, which are run first. */
  plans: { name: string; plan: Plan }[];
  /** The range of seeds to run. */
  seeds: { first: number; count: number };
  /** True if the first failing seed ends the run. */
  untilFailure: boolean;
  /** True if failing schedules are shrunk. */
  shrinks: boolean;
};

/** Totals of a run by name, some of them divided by kind. */
type Counts = Record<string, number | Record<string, number>>;

/** The result of a seed or a stored schedule. */
export type SeedReport = {
  name: string;
  violations: readonly { check: string; what: string }[];
  counts: Counts;
  log?: string[];
  shrunk?: Plan;
};

/** A report with the processor time that the seed took, in milliseconds. */
export type TimedReport = SeedReport & { took: number };
