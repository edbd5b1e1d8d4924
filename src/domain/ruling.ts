/** What a rule answers: the value it allows, or the fact that forbids it. Rules never throw. */
export type Ruling<Value, Refusal> =
  | { readonly allowed: true; readonly value: Value }
  | { readonly allowed: false; readonly refusal: Refusal };

/** The answer of a rule that is kept. */
export function allow<Value>(value: Value): { readonly allowed: true; readonly value: Value } {
  return { allowed: true, value };
}

/** The answer of a rule that is broken, with the fact that broke it. */
export function refuse<Refusal>(refusal: Refusal): {
  readonly allowed: false;
  readonly refusal: Refusal;
} {
  return { allowed: false, refusal };
}
