import { isRecord } from '../world/reading.ts';

/**
 * Returns the differences field by field as text. Fields that `expected` does not name are ignored;
 * a field with the expected value undefined must be absent.
 */
export function differences(expected: unknown, found: unknown, path = ''): string[] {
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    return expected.flatMap((each, index) => differences(each, found[index], `${path}[${index}]`));
  }
  if (isRecord(expected) && isRecord(found) && !Array.isArray(expected)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, found[name], path === '' ? name : `${path}.${name}`),
    );
  }
  if (Object.is(expected, found)) return [];
  return [`${path} is ${words(found)} for ${words(expected)}`];
}

function words(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}
