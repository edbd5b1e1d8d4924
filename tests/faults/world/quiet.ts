/**
 * Detects when nothing runs in this process. The in-memory databases use immediates, so these are
 * counted; requests to the server are counted by `whileRunning`.
 */
const schedule = globalThis.setImmediate;
const callOff = globalThis.clearImmediate;
const waiting = new Set<NodeJS.Immediate>();
const elsewhere = new Set<Promise<unknown>>();

/** Counts immediates from now on. This cannot be undone, so it needs a separate process. */
export function countImmediates(): void {
  function counted<Args extends unknown[]>(
    run: (...args: Args) => void,
    ...args: Args
  ): NodeJS.Immediate {
    const handle = schedule(() => {
      waiting.delete(handle);
      run(...args);
    });
    waiting.add(handle);
    return handle;
  }
  globalThis.setImmediate = Object.assign(counted, { __promisify__: schedule.__promisify__ });
  globalThis.clearImmediate = (handle) => {
    if (typeof handle === 'object') waiting.delete(handle);
    callOff(handle);
  };
}

/** Counts work that uses no immediates, such as a statement in PostgreSQL. */
export function whileRunning<Result>(work: Promise<Result>): Promise<Result> {
  const running = work.finally(() => elsewhere.delete(running));
  elsewhere.add(running);
  return running;
}

/** The maximum number of event loop turns, far above those of any schedule. */
const maxTurns = 100_000;

/** Waits until everything that was started has ended. */
export async function quiet(): Promise<void> {
  let turns = 0;
  for (let calm = 0; calm < 2;) {
    if (elsewhere.size > 0) await Promise.allSettled(elsewhere);
    await new Promise((done) => schedule(done));
    calm = waiting.size === 0 && elsewhere.size === 0 ? calm + 1 : 0;
    turns += 1;
    if (turns > maxTurns) throw new Error('Something never comes to rest.');
  }
}
