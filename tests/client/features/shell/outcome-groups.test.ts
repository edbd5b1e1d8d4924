import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGroupedReporter } from '#client/features/shell/outcome-reporter.tsx';

function aListener() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reported: string[][] = [];
  const groups = createGroupedReporter<string>((items) => reported.push([...items]));
  return { reported, ...groups };
}

describe('outcomes of a drain', () => {
  test('are reported at once if there are up to three', async () => {
    const { reported, add } = aListener();

    add('one');
    add('two');
    add('three');
    await vi.advanceTimersByTimeAsync(250);

    expect(reported).toEqual([['one', 'two', 'three']]);
  });

  test('are reported together if more arrive at the same time', async () => {
    const { reported, add } = aListener();

    for (const name of ['one', 'two', 'three', 'four', 'five']) add(name);
    await vi.advanceTimersByTimeAsync(1200);

    expect(reported).toEqual([['one', 'two', 'three', 'four', 'five']]);
  });

  test('are reported together at the end if they arrive in sequence', async () => {
    const { reported, add } = aListener();

    for (let number = 1; number <= 40; number += 1) {
      add(`${number}`);
      await vi.advanceTimersByTimeAsync(300);
    }
    await vi.advanceTimersByTimeAsync(1200);

    expect(reported.map((items) => items.length)).toEqual([1, 1, 1, 37]);
  });

  test('are reported separately after a pause', async () => {
    const { reported, add } = aListener();

    for (const name of ['one', 'two', 'three']) add(name);
    await vi.advanceTimersByTimeAsync(4000);
    add('four');
    await vi.advanceTimersByTimeAsync(250);

    expect(reported).toEqual([['one', 'two', 'three'], ['four']]);
  });

  test('are reported when the listener ends', () => {
    const { reported, add, end } = aListener();

    add('one');
    end();

    expect(reported).toEqual([['one']]);
  });
});
