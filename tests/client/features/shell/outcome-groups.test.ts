import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGroupedReporter } from '#client/features/shell/outcome-reporter.tsx';

function aListener() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reported: string[][] = [];
  const groups = createGroupedReporter<string>((items) => reported.push([...items]));
  return { reported, ...groups };
}

describe('what a drain brings', () => {
  test('is reported at once when it is a thing or three', async () => {
    const { reported, add } = aListener();

    add('one');
    add('two');
    add('three');
    await vi.advanceTimersByTimeAsync(250);

    expect(reported).toEqual([['one', 'two', 'three']]);
  });

  test('is reported together when more arrive at the same time', async () => {
    const { reported, add } = aListener();

    for (const name of ['one', 'two', 'three', 'four', 'five']) add(name);
    await vi.advanceTimersByTimeAsync(1200);

    expect(reported).toEqual([['one', 'two', 'three', 'four', 'five']]);
  });

  test('is reported together at its end when they come one after the other', async () => {
    const { reported, add } = aListener();

    for (let number = 1; number <= 40; number += 1) {
      add(`${number}`);
      await vi.advanceTimersByTimeAsync(300);
    }
    await vi.advanceTimersByTimeAsync(1200);

    expect(reported.map((items) => items.length)).toEqual([1, 1, 1, 37]);
  });

  test('is not part of what came before once it has been quiet', async () => {
    const { reported, add } = aListener();

    for (const name of ['one', 'two', 'three']) add(name);
    await vi.advanceTimersByTimeAsync(4000);
    add('four');
    await vi.advanceTimersByTimeAsync(250);

    expect(reported).toEqual([['one', 'two', 'three'], ['four']]);
  });

  test('is not held back when nobody listens any more', () => {
    const { reported, add, end } = aListener();

    add('one');
    end();

    expect(reported).toEqual([['one']]);
  });
});
