/** The result of one check: correct, a warning, or a problem to solve before a start. */
export type CheckResult = { is: 'ok' | 'warn' | 'bad'; about: string; message: string };

/** Returns functions that create results about one subject. */
export function createResultFactories(
  about: string,
): Record<CheckResult['is'], (message: string) => CheckResult> {
  return {
    ok: (message) => ({ is: 'ok', about, message }),
    warn: (message) => ({ is: 'warn', about, message }),
    bad: (message) => ({ is: 'bad', about, message }),
  };
}
