/**
 * Returns the largest value, -Infinity for none. Spreading a long list into Math.max overflows the
 * stack.
 */
export function maxOf(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), -Infinity);
}

/** Returns the smallest value, Infinity for none. */
export function minOf(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Infinity);
}
