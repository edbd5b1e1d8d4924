import { onTestFinished, vi } from 'vitest';

/** Sets the clock to noon, because late in the evening a game in two hours is on the next day. */
export function atNoon(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(12, 0) });
  onTestFinished(() => void vi.useRealTimers());
}
