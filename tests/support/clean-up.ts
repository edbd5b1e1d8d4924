import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Puts away what a helper opened: after the test that asked for it, else after the file. */
export function atTheEnd(close: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  else afterAll(close);
}
