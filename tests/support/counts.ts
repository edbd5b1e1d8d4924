import * as z from 'zod/mini';

export type Counts = { passed: number; failed: number; skipped: number };

const none = z._default(z.number(), 0);

const VitestReport = z.object({
  numPassedTests: none,
  numFailedTests: none,
  numPendingTests: none,
  numTodoTests: none,
});

const PlaywrightReport = z.object({
  stats: z._default(z.object({ expected: none, unexpected: none, flaky: none, skipped: none }), {
    expected: 0,
    unexpected: 0,
    flaky: 0,
    skipped: 0,
  }),
});

/** How many tests vitest's JSON report tells of. */
export function countsOfVitest(report: unknown): Counts {
  const read = VitestReport.parse(report);
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests,
    skipped: read.numPendingTests + read.numTodoTests,
  };
}

/** How many tests Playwright's JSON report tells of; one that passed only when repeated has failed. */
export function countsOfPlaywright(report: unknown): Counts {
  const { stats } = PlaywrightReport.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

const FaultsReport = z.object({ schedules: none, failed: none });

/** How many schedules of faults a run tells of; each of them is a test. */
export function countsOfSchedules(report: unknown): Counts {
  const { schedules, failed } = FaultsReport.parse(report);
  return { passed: schedules - failed, failed, skipped: 0 };
}

/** Both together. */
export function sum(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
