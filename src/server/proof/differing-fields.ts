import { isDeepStrictEqual } from 'node:util';

/** Yields a sentence for each field whose stored value differs from the value that events give. */
export function* describeDifferingFields(
  name: string,
  stored: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
): Generator<string> {
  for (const [field, value] of Object.entries(expected)) {
    const is = stored[field];
    if (!isSameValue(is, value)) {
      yield `${name}: ${field} is ${formatValue(is)} and should be ${formatValue(value)}.`;
    }
  }
}

/** True if values are equal; numbers may differ slightly, as sums are added in another order. */
function isSameValue(is: unknown, value: unknown): boolean {
  if (typeof is !== 'number' || typeof value !== 'number') return isDeepStrictEqual(is, value);
  return Math.abs(is - value) <= 1e-12 * Math.abs(value);
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
