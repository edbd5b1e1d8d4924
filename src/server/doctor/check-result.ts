/** One checked item: as it should be, a warning, or a problem that prevents the start. */
export type CheckResult = { is: 'ok' | 'warn' | 'bad'; about: string; message: string };

/** Constructors of results about one thing. */
export function createResultFactories(
  about: string,
): Record<CheckResult['is'], (message: string) => CheckResult> {
  return {
    ok: (message) => ({ is: 'ok', about, message }),
    warn: (message) => ({ is: 'warn', about, message }),
    bad: (message) => ({ is: 'bad', about, message }),
  };
}
