/** Result of a rule: the value it allows, or the problem that forbids it. Rules never throw. */
export type RuleResult<Value, Problem> =
  | { readonly allowed: true; readonly value: Value }
  | { readonly allowed: false; readonly problem: Problem };

/** Makes the result of a rule that holds. */
export function allow<Value>(value: Value): { readonly allowed: true; readonly value: Value } {
  return { allowed: true, value };
}

/** Makes the result of a broken rule. */
export function refuse<Problem>(problem: Problem): {
  readonly allowed: false;
  readonly problem: Problem;
} {
  return { allowed: false, problem };
}
