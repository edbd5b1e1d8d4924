import { describe, expect, test } from 'vitest';
import { countsOfPlaywright, countsOfSchedules, countsOfVitest } from '../support/counts.ts';

describe('the figures of a test run', () => {
  test('are read from the report of vitest', () => {
    const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };

    expect(countsOfVitest(report)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  test('are read from the report of Playwright, where a flaky test has failed', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 } };

    expect(countsOfPlaywright(report)).toEqual({ passed: 4, failed: 3, skipped: 3 });
  });

  test('are read from the report of the faults, each schedule being a test', () => {
    const report = { schedules: 300, failed: 2 };

    expect(countsOfSchedules(report)).toEqual({ passed: 298, failed: 2, skipped: 0 });
  });

  test.each([
    ['vitest', countsOfVitest],
    ['the faults', countsOfSchedules],
    ['Playwright', countsOfPlaywright],
  ])('are nought when %s left no report', (_tool, counts) => {
    expect(counts({})).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});
