import PQueue from 'p-queue';

import { ApiProblem } from '#contract/problem.ts';

/**
 * Returns a random number between the given seconds and twice that number, so that clients that
 * were refused together do not return together.
 */
export function addJitter(seconds: number): number {
  return seconds + Math.floor(Math.random() * (seconds + 1));
}

type LimiterOptions = {
  maxRunning: number;
  /** Maximum queued tasks; further tasks are refused, as their callers would not wait so long. */
  maxWaiting: number;
  createRefusal?: () => ApiProblem;
};

type TaskOptions = {
  /** Aborting removes a queued task, or frees the slot of a running task. */
  signal?: AbortSignal;
  /** Tasks with a higher priority start first. */
  priority?: number;
};

/** Runs a limited number of tasks at once; further tasks are queued. */
export type Limiter = <Result>(
  work: () => Promise<Result>,
  options?: TaskOptions,
) => Promise<Result>;

export function createLimiter(options: LimiterOptions): Limiter {
  const queue = new PQueue({ concurrency: options.maxRunning });
  return async (work, task) => addToQueue(queue, options, work, task);
}

/** Creates one limiter per key, for example per member: a task waits only for tasks of its key. */
export function createLimiterPerKey(options: LimiterOptions) {
  const queues = new Map<string, PQueue>();
  return async <Result>(key: string, ...[work, task]: TaskArguments<Result>): Promise<Result> => {
    const queue = queues.get(key) ?? new PQueue({ concurrency: options.maxRunning });
    if (!queues.has(key)) queue.addEventListener('idle', () => queues.delete(key));
    queues.set(key, queue);
    return addToQueue(queue, options, work, task);
  };
}

type TaskArguments<Result> = [work: () => Promise<Result>, options?: TaskOptions];

async function addToQueue<Result>(
  queue: PQueue,
  { maxRunning, maxWaiting, createRefusal = createUnavailableProblem }: LimiterOptions,
  ...[work, options]: TaskArguments<Result>
): Promise<Result> {
  if (queue.pending >= maxRunning && queue.size >= maxWaiting) throw createRefusal();
  return queue.add(work, options);
}

function createUnavailableProblem(): ApiProblem {
  return new ApiProblem('unavailable', { retryAfterSeconds: addJitter(5) });
}
