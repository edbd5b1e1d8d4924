import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { countSkeleton, untilIdle, untilShown } from '#client/idle.ts';

/** Whether what waits for the screen has had its turn. */
function aWaiter(): () => boolean {
  let shown = false;
  void untilShown().then(() => (shown = true));
  return () => shown;
}

describe('what is not on the screen', () => {
  test('waits as long as a skeleton is shown', async () => {
    const endFirst = countSkeleton();
    const endSecond = countSkeleton();
    const isShown = aWaiter();

    endFirst();
    await untilIdle();
    await untilIdle();
    expect(isShown()).toBe(false);

    endSecond();
    await vi.waitFor(() => expect(isShown()).toBe(true));
  });

  test('waits for a second at most', async () => {
    onTestFinished(countSkeleton());
    const isShown = aWaiter();

    await vi.waitFor(() => expect(isShown()).toBe(true), { timeout: 20_000 });
  });
});
