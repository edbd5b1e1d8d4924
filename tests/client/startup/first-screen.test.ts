import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitUntilRowsShown } from '#client/startup/first-screen.ts';

/** In milliseconds, longer than this browser needs to become idle. */
const aMoment = 250;

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Returns a function that advances the clock by milliseconds and returns whether the wait has ended. */
function aWaiter(read: () => Promise<void>): (passed: number) => Promise<boolean> {
  let shown = false;
  void waitUntilRowsShown(read).then(() => (shown = true));
  return async (passed) => {
    await vi.advanceTimersByTimeAsync(passed);
    return shown;
  };
}

/** Adds a skeleton to the screen; the returned function removes it. */
function showSkeleton(): () => void {
  const skeleton = document.createElement('div');
  skeleton.className = 'skeleton';
  document.body.append(skeleton);
  return () => skeleton.remove();
}

/** A disk whose reads the test answers one by one. */
function aDisk() {
  const answers: (() => void)[] = [];
  const read = async () => new Promise<void>((resolve) => answers.push(resolve));
  return { read, answer: () => answers.shift()?.() };
}

describe('work that waits for the first screen', () => {
  test('does not wait for the disk if no skeleton is shown', async () => {
    const isShown = aWaiter(aDisk().read);

    expect(await isShown(aMoment)).toBe(true);
  });

  test('waits until the disk has answered the earlier reads of the screen', async () => {
    const endSkeleton = showSkeleton();
    const disk = aDisk();
    const isShown = aWaiter(disk.read);

    expect(await isShown(10_000)).toBe(false);
    endSkeleton();
    disk.answer();
    expect(await isShown(aMoment)).toBe(true);
  });

  test('continues if a skeleton remains after two reads, because that skeleton waits for the server', async () => {
    onTestFinished(showSkeleton());
    const disk = aDisk();
    const isShown = aWaiter(disk.read);

    await isShown(aMoment);
    disk.answer();
    expect(await isShown(aMoment)).toBe(false);
    disk.answer();
    expect(await isShown(aMoment)).toBe(true);
  });
});
