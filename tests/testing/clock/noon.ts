import { onTestFinished, vi } from 'vitest';

/** Sets the clock to noon: late in the evening a game in two hours would be tomorrow's. */
export function atNoon(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(12, 0) });
  onTestFinished(() => void vi.useRealTimers());
}
