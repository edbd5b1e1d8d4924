import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { countSkeleton, untilShown } from '#client/idle.ts';

/** Longer than this browser takes to be called idle. */
const aMoment = 250;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Whether what waits for the screen has had its turn, after so many milliseconds. */
function aWaiter(): (passed: number) => Promise<boolean> {
  let shown = false;
  void untilShown().then(() => (shown = true));
  return async (passed) => {
    await vi.advanceTimersByTimeAsync(passed);
    return shown;
  };
}

describe('what is not on the screen', () => {
  test('waits until no skeleton is shown', async () => {
    const endFirst = countSkeleton();
    const endSecond = countSkeleton();
    const isShown = aWaiter();

    expect(await isShown(aMoment)).toBe(false);
    endFirst();
    expect(await isShown(0)).toBe(false);
    endSecond();
    expect(await isShown(aMoment)).toBe(true);
  });

  test('waits for the skeletons for 300 ms at most', async () => {
    onTestFinished(countSkeleton());
    const isShown = aWaiter();

    expect(await isShown(aMoment)).toBe(false);
    expect(await isShown(300 + aMoment)).toBe(true);
  });
});
