/** The largest of any number of values; -Infinity without one. Spreading a long list overflows the stack. */
export function maxOf(values: readonly number[]): number {
  return values.reduce((max, value) => Math.max(max, value), -Infinity);
}

/** The smallest of any number of values; Infinity without one. */
export function minOf(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Infinity);
}
