import { vi } from 'vitest';

/** Timeout in milliseconds: one step may take long on a busy machine. */
const timeout = 20_000;

/** Repeats a check until it passes, and returns its value. */
export async function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout, interval: 10 });
}
