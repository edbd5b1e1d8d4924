import { expect, onTestFinished, test, vi } from 'vitest';
import { waitForRequests } from '#client/features/shell/update-prompt.tsx';

test('a reload to a new version waits at most three seconds for requests in flight', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const reload = vi.fn<() => void>();
  const leaving = waitForRequests({ stop: () => new Promise(() => {}) }).then(reload);

  await vi.advanceTimersByTimeAsync(2999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await leaving;

  expect(reload).toHaveBeenCalledOnce();
});
