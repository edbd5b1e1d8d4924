import { expect } from 'vitest';

import { OperatorError } from '#server/platform/error-reports.ts';

/** Returns the error message of a command or start that fails. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const problem = await work.then(
    () => 'nothing was refused',
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(OperatorError);
  return String(problem);
}
