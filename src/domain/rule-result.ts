/** What a rule answers: the value it allows, or the fact that forbids it. Rules never throw. */
export type RuleResult<Value, Problem> =
  | { readonly allowed: true; readonly value: Value }
  | { readonly allowed: false; readonly problem: Problem };

/** The answer of a rule that is kept. */
export function allow<Value>(value: Value): { readonly allowed: true; readonly value: Value } {
  return { allowed: true, value };
}

/** The answer of a rule that is broken, with the fact that broke it. */
export function refuse<Problem>(problem: Problem): {
  readonly allowed: false;
  readonly problem: Problem;
} {
  return { allowed: false, problem };
}
