import { ApiProblem } from '#contract/problem.ts';

/** So many seconds and up to as many more: who was refused together does not come back together. */
export function aboutIn(seconds: number): number {
  return seconds + Math.floor(Math.random() * (seconds + 1));
}

/** Lets only so many pieces of work run at the same time; the others wait for their turn. */
export type Limiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Beyond `waiting` pieces nobody would wait to the end, so they are turned away at once. */
export function limiter({ atOnce, waiting }: { atOnce: number; waiting: number }): Limiter {
  const queue: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (queue.length >= waiting)
      throw new ApiProblem('unavailable', { retryAfterSeconds: aboutIn(5) });
    // Whoever leaves hands the place over, so `running` stays as it is.
    return new Promise((begin) => queue.push(begin));
  }

  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** A limiter for every key, such as a member: nobody waits for the work of another key. */
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
