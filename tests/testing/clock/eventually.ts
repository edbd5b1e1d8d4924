import { vi } from 'vitest';

/** Long enough for a step on a slow machine beside other tests, in milliseconds. */
const timeout = 20_000;

/** Repeats a check until it passes, and returns its value. */
export async function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout, interval: 10 });
}
