type RunByName<Result> = (name: string, run: () => Promise<Result>) => Promise<Result>;

/**
 * Runs with the same name execute one after another. A call during a run gets the result of a later
 * run, never of the current one.
 */
export function createSerialRuns<Result>(): RunByName<Result> {
  const current = new Map<string, Promise<Result>>();
  const next = new Map<string, Promise<Result>>();
  const start = (name: string, run: () => Promise<Result>) =>
    run().finally(() => {
      const waiting = next.get(name);
      next.delete(name);
      if (waiting) current.set(name, waiting);
      else current.delete(name);
    });

  return (name, run) => {
    const running = current.get(name);
    const queue = running ? next : current;
    const then = () => start(name, run);
    const started = queue.get(name) ?? running?.then(then, then) ?? then();
    queue.set(name, started);
    return started;
  };
}

/** Calls with the same name share the run in flight. */
export function createSharedRuns<Result>(): RunByName<Result> {
  const running = new Map<string, Promise<Result>>();
  return (name, run) => {
    const current = running.get(name);
    if (current) return current;
    const started = run().finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}
