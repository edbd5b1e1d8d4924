import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Closes what a helper opened: after the current test, else after the file. */
export function atTheEnd(close: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  else afterAll(close);
}
