/** The Web Locks of one device; a dead owner loses all of its locks. */
export type DeviceLocks = {
  of: (owner: object) => OwnLocks;
  releaseAll: (owner: object) => void;
};

type LockOptions = { signal?: AbortSignal; ifAvailable?: boolean; mode?: 'exclusive' | 'shared' };
type HeldLock = { name: string };

/** The methods of the lock manager that the engine uses. */
type OwnLocks = {
  request<Result>(
    name: string,
    options: LockOptions,
    run: (lock: HeldLock | null) => Promise<Result>,
  ): Promise<Result>;
};

type Waiting = { owner: object; begin: () => void };

export function deviceLocks(): DeviceLocks {
  const holders = new Map<string, object>();
  const queues = new Map<string, Waiting[]>();

  function release(name: string): void {
    const next = queues.get(name)?.shift();
    if (!next) {
      holders.delete(name);
      return;
    }
    // Passes the lock on at once, so that no new request gets it first.
    holders.set(name, next.owner);
    next.begin();
  }

  async function hold<Result>(
    owner: object,
    name: string,
    run: (lock: HeldLock) => Promise<Result>,
  ): Promise<Result> {
    holders.set(name, owner);
    try {
      return await run({ name });
    } finally {
      // A dead owner has already lost the lock, and another may hold it.
      if (holders.get(name) === owner) release(name);
    }
  }

  async function request<Result>(
    owner: object,
    name: string,
    { signal, ifAvailable = false }: LockOptions,
    run: (lock: HeldLock | null) => Promise<Result>,
  ): Promise<Result> {
    if (signal?.aborted) throw new DOMException('The request was aborted.', 'AbortError');
    if (!holders.has(name)) return hold(owner, name, run);
    if (ifAvailable) return run(null);

    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    await new Promise<void>((begin, refuse) => {
      const waiting = { owner, begin: () => begin() };
      queue.push(waiting);
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(waiting);
        if (place < 0) return;
        queue.splice(place, 1);
        refuse(new DOMException('The request was aborted.', 'AbortError'));
      });
    });
    return hold(owner, name, run);
  }

  return {
    of: (owner) => ({ request: async (name, options, run) => request(owner, name, options, run) }),
    releaseAll(owner) {
      for (const queue of queues.values()) {
        queue.splice(0, queue.length, ...queue.filter((waiting) => waiting.owner !== owner));
      }
      for (const [name, holder] of holders) if (holder === owner) release(name);
    },
  };
}
