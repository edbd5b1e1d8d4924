/** What was opened on the way up, closed in the opposite order on the way down, once. */
export type Lifetime = {
  closeLater: (close: () => Promise<void>) => void;
  end: () => Promise<void>;
};

export function beginLifetime(): Lifetime {
  const closers: (() => Promise<void>)[] = [];
  let ended: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = closers.pop(); close; close = closers.pop()) {
      // One that fails must not keep the rest open.
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.');
  }

  return {
    closeLater: (close) => closers.push(close),
    end: () => (ended ??= closeAll()),
  };
}
