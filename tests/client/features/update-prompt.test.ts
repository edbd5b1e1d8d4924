import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { landed, lookForOne } from '#client/features/shell/update-prompt.tsx';

describe('a reload to the new version', () => {
  test('comes after what is being sent has its answer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answer = Promise.withResolvers<void>();
    const reload = vi.fn<() => void>();
    const leaving = landed({ stop: () => answer.promise }).then(reload);

    await Promise.resolve();
    expect(reload).not.toHaveBeenCalled();
    answer.resolve();
    await leaving;

    expect(reload).toHaveBeenCalledOnce();
  });

  test('comes after three seconds over a line that hangs', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const reload = vi.fn<() => void>();
    const leaving = landed({ stop: () => new Promise(() => {}) }).then(reload);

    await vi.advanceTimersByTimeAsync(2999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await leaving;

    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a page that is open for days', () => {
  const hour = 60 * 60_000;

  /** Such a page, in sight or not, whose looks for a new version are counted. */
  function aPageOpenForDays(update: () => Promise<void> = async () => undefined) {
    vi.useFakeTimers();
    const inSight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    const left = new AbortController();
    onTestFinished(() => {
      left.abort();
      inSight.mockRestore();
      vi.useRealTimers();
    });
    let looks = 0;
    lookForOne({ update: async () => (looks++, update()) }, left.signal);
    return {
      looks: () => looks,
      leaves: () => left.abort(),
      turns(state: DocumentVisibilityState) {
        inSight.mockReturnValue(state);
        document.dispatchEvent(new Event('visibilitychange'));
      },
    };
  }

  test('looks for a new version every hour', async () => {
    const page = aPageOpenForDays();

    await vi.advanceTimersByTimeAsync(hour - 1);
    expect(page.looks()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.looks()).toBe(1);
    await vi.advanceTimersByTimeAsync(23 * hour);
    expect(page.looks()).toBe(24);
  });

  test('does not look while nobody sees it, and looks at once when it is seen again', async () => {
    const page = aPageOpenForDays();

    page.turns('hidden');
    await vi.advanceTimersByTimeAsync(5 * hour);
    expect(page.looks()).toBe(0);
    page.turns('visible');

    expect(page.looks()).toBe(1);
  });

  test('looks on after an hour without a connection', async () => {
    const page = aPageOpenForDays(async () => Promise.reject(new TypeError('no connection')));

    await vi.advanceTimersByTimeAsync(2 * hour);

    expect(page.looks()).toBe(2);
  });

  test('looks no more once it was left', async () => {
    const page = aPageOpenForDays();

    page.leaves();
    page.turns('visible');
    await vi.advanceTimersByTimeAsync(2 * hour);

    expect(page.looks()).toBe(0);
  });
});
