import { onTestFinished, vi } from 'vitest';

/** Makes it noon for a test: late in the evening games two hours away are tomorrow's. */
export function atNoon(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(12, 0) });
  onTestFinished(() => void vi.useRealTimers());
}
