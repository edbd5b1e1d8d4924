import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', 'docs', 'decisions');

test('every decision has a unique number', () => {
  const numbers = readdirSync(folder).flatMap((name) => /^\d{3}(?=-.+\.md$)/.exec(name) ?? []);

  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual([...new Set(numbers)]);
});
