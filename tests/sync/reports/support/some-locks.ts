import type { Locks } from '#sync/drain/drain.ts';

type Waiting = { owner: object; begin: () => void };

/**
 * A browser's lock manager: one owner at a time per name; a process that ends releases its locks.
 */
export function someLocks() {
  const owners = new Map<string, object>();
  const queues = new Map<string, Waiting[]>();
  const releases = new Map<object, Set<() => void>>();
  const dead = new Set<object>();

  function release(name: string, owner: object): void {
    if (owners.get(name) !== owner) return;
    owners.delete(name);
    queues.get(name)?.shift()?.begin();
  }

  /** The lock manager as one process sees it. */
  function of(process: object): Locks {
    async function request<Result>(
      name: string,
      options: { signal?: AbortSignal; ifAvailable?: boolean },
      run: (lock?: unknown) => Promise<Result>,
    ): Promise<Result> {
      options.signal?.throwIfAborted();
      const owner = {};
      if (dead.has(process)) return new Promise(() => {});
      // A process that ends between being granted a lock and being notified releases it as well.
      const dying = () => release(name, owner);
      const ofProcess = releases.get(process) ?? new Set();
      releases.set(process, ofProcess.add(dying));
      try {
        if (!owners.has(name)) owners.set(name, owner);
        else if (options.ifAvailable) return await run(null);
        else
          await acquire(name, {
            owner,
            process,
            ...(options.signal && { signal: options.signal }),
          });
        if (owners.get(name) !== owner) return await new Promise(() => {});
        return await run({ name });
      } finally {
        ofProcess.delete(dying);
        release(name, owner);
      }
    }
    return { request };
  }

  function acquire(
    name: string,
    { owner, process, signal }: { owner: object; process: object; signal?: AbortSignal },
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? [];
      const waiting = {
        owner: process,
        begin() {
          owners.set(name, owner);
          resolve();
        },
      };
      queues.set(name, queue);
      queue.push(waiting);
      signal?.addEventListener('abort', () => {
        const index = queue.indexOf(waiting);
        if (index < 0) return;
        queue.splice(index, 1);
        reject(signal.reason);
      });
    });
  }

  /** Ends a process: the browser releases its locks and pending requests. */
  function dies(process: object): void {
    dead.add(process);
    for (const queue of queues.values()) {
      for (const waiting of queue.filter(({ owner }) => owner === process)) {
        queue.splice(queue.indexOf(waiting), 1);
      }
    }
    for (const letsGo of releases.get(process) ?? []) letsGo();
    releases.delete(process);
  }

  return { of, dies, owners: () => owners.size };
}
