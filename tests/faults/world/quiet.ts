/**
 * Knows when nothing is going on in this process any more. The databases in memory do all their
 * work in immediates, so those are counted; a request that is with the server is counted by whoever
 * handed it over.
 */
const schedule = globalThis.setImmediate;
const callOff = globalThis.clearImmediate;
const waiting = new Set<NodeJS.Immediate>();
const elsewhere = new Set<Promise<unknown>>();

/** Counts immediates from now on; there is no way back, so a process of its own does it. */
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

/** Something that goes on outside, such as a statement of the real database. */
export function whileRunning<Result>(work: Promise<Result>): Promise<Result> {
  const running = work.finally(() => elsewhere.delete(running));
  elsewhere.add(running);
  return running;
}

/** Nothing in a schedule takes nearly as many turns as that. */
const mostTurns = 100_000;

/** Waits until all that has begun has come to rest. */
export async function quiet(): Promise<void> {
  let turns = 0;
  for (let calm = 0; calm < 2;) {
    if (elsewhere.size > 0) await Promise.allSettled(elsewhere);
    await new Promise((done) => schedule(done));
    calm = waiting.size === 0 && elsewhere.size === 0 ? calm + 1 : 0;
    turns += 1;
    if (turns > mostTurns) throw new Error('Something never comes to rest.');
  }
}
