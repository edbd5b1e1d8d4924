/** Waits until the browser is idle, for a second at most; Safari has no idle callback. */
export async function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') {
      requestIdleCallback(() => resolve(), { timeout: 1000 });
    } else setTimeout(resolve, 200);
  });
}

/** Whether an element holds the place of rows that are still being read. */
export function hasSkeleton(within: ParentNode): boolean {
  return within.querySelector('.skeleton') !== null;
}

/** The rows of a screen may lead to further reads. */
const rounds = 2;

/**
 * Waits until stored rows have replaced the skeletons. `read` uses the same disk and so resolves
 * after the screen's own reads: a remaining skeleton waits for the server.
 */
export async function untilShown(read: () => Promise<unknown>): Promise<void> {
  await untilIdle();
  for (let round = 0; round < rounds && hasSkeleton(document); round += 1) {
    await read();
    await untilIdle();
  }
}
