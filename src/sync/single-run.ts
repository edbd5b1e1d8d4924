/**
 * Runs one at a time; asked during a run, it runs once more afterwards, so that whoever asked gets
 * an answer that is newer than their question.
 */
function newestRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  function start(): Promise<Result> {
    const started = run().finally(() => {
      current = next;
      next = undefined;
    });
    return started;
  }

  return () => {
    if (!current) {
      current = start();
      return current;
    }
    next ??= current.then(start, start);
    return next;
  };
}

/** The same for many runs, told apart by name. */
export function newestRuns<Result>(): (
  name: string,
  run: () => Promise<Result>,
) => Promise<Result> {
  const runs = new Map<string, () => Promise<Result>>();
  return (name, run) => {
    const known = runs.get(name) ?? newestRun(run);
    runs.set(name, known);
    return known();
  };
}

/** Shares a run under way between all who ask for the same meanwhile. */
export function sharedRuns<Result>(): (
  name: string,
  run: () => Promise<Result>,
) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (name, run) => {
    const current = running.get(name);
    if (current) return current;
    const started = run().finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
}
