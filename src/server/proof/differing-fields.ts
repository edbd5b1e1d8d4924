import { isDeepStrictEqual } from 'node:util';

/** Yields a sentence for each field whose stored value differs from the replayed one. */
export function* differingFields(
  name: string,
  stored: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
): Generator<string> {
  for (const [field, value] of Object.entries(expected)) {
    const is = stored[field];
    if (!isSame(is, value)) {
      yield `${name}: ${field} is ${text(is)} and should be ${text(value)}.`;
    }
  }
}

/** Sums of huge amounts may differ in their last binary digit. */
function isSame(is: unknown, value: unknown): boolean {
  if (typeof is !== 'number' || typeof value !== 'number') return isDeepStrictEqual(is, value);
  return Math.abs(is - value) <= 1e-12 * Math.abs(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
