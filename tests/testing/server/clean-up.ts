import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Closes a resource after the current test, or after the file if no test is running. */
export function atTheEnd(close: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  else afterAll(close);
}
