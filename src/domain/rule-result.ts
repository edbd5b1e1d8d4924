/** Result of a rule: the allowed value, or the problem that forbids it. Rules never throw. */
export type RuleResult<Value, Problem> =
  | { readonly allowed: true; readonly value: Value }
  | { readonly allowed: false; readonly problem: Problem };

export function allow<Value>(value: Value): { readonly allowed: true; readonly value: Value } {
  return { allowed: true, value };
}

export function refuse<Problem>(problem: Problem): {
  readonly allowed: false;
  readonly problem: Problem;
} {
  return { allowed: false, problem };
}
