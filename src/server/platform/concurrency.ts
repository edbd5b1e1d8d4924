import { ApiProblem } from '#contract/problem.ts';

/**
 * A random number of seconds between one and two times the given ones, so that clients that were
 * refused together do not return together.
 */
export function aboutIn(seconds: number): number {
  return seconds + Math.floor(Math.random() * (seconds + 1));
}

/** Runs a limited number of tasks at once; others are queued. */
export type Limiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Tasks beyond `maxWaiting` are refused at once, because their callers would give up before their
 * turn.
 */
export function limiter({
  maxRunning,
  maxWaiting,
}: {
  maxRunning: number;
  maxWaiting: number;
}): Limiter {
  const queue: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < maxRunning) {
      running += 1;
      return undefined;
    }
    if (queue.length >= maxWaiting)
      throw new ApiProblem('unavailable', { retryAfterSeconds: aboutIn(5) });
    // The permit of a finished task passes to the next one, so `running` stays unchanged.
    return new Promise((begin) => queue.push(begin));
  }

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      release();
    }
  };
}

/** A limiter per key, such as a member: tasks wait only for tasks of the same key. */
export function limiterPerKey(
  limits: Parameters<typeof limiter>[0],
): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const limiters = new Map<string, { limited: Limiter; users: number }>();
  return async (key, work) => {
    const own = limiters.get(key) ?? { limited: limiter(limits), users: 0 };
    limiters.set(key, own);
    own.users += 1;
    try {
      return await own.limited(work);
    } finally {
      own.users -= 1;
      if (own.users === 0) limiters.delete(key);
    }
  };
}
