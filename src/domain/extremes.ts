/** Returns the largest value, -Infinity if empty. Math.max with a long list overflows the stack. */
export function maxOf(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), -Infinity);
}

/** Returns the smallest value; Infinity if empty. */
export function minOf(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Infinity);
}
