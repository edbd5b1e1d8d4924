import type * as z from 'zod/mini';
import type { ReplyOf, Route } from '#contract/route.ts';
import type { ApiAnswer, Api, CallOptions } from './api.ts';
import type { Clock } from '../clock.ts';

/** Minimum wait in milliseconds: a Retry-After of 0 would cause a loop of requests. */
const minWaitMs = 1_000;

/** Maximum total wait of a read for a busy server, in milliseconds. */
const maxTotalWaitMs = 20_000;

type RetryingApiDependencies = { api: Api; clock: Clock; signal?: AbortSignal | undefined };

/**
 * Wraps an API client for reading rows. A 429 or 503 is retried after its Retry-After while the
 * total wait is at most 20 s; then the last response is returned. Only GET is retried.
 */
export function createRetryingApi({ api, clock, signal }: RetryingApiDependencies): Api {
  async function callAs<Reply extends z.ZodMiniType>(
    route: Route,
    reply: Reply,
    options?: CallOptions,
  ): Promise<ApiAnswer<z.output<Reply>>> {
    // Sums up the waits, because the device's clock may be corrected meanwhile.
    let waited = 0;
    for (;;) {
      const answer = await api.callWithSchema(route, reply, options);
      const wait = route.method === 'GET' ? retryWaitOf(answer) : undefined;
      if (wait === undefined || waited + wait > maxTotalWaitMs || signal?.aborted) return answer;
      await pauseFor(clock, wait, signal);
      waited += wait;
      if (signal?.aborted) return answer;
    }
  }
  return {
    ...api,
    callWithSchema: callAs,
    call<R extends Route>(route: R, options?: CallOptions): Promise<ApiAnswer<ReplyOf<R>>> {
      return callAs<R['reply']>(route, route.reply, options);
    },
  };
}

/** The Retry-After of a busy server in milliseconds; undefined for other responses. */
function retryWaitOf(answer: ApiAnswer<unknown>): number | undefined {
  if (answer.kind !== 'refused') return undefined;
  const isBusy = answer.status === 429 || answer.status === 503;
  if (!isBusy || answer.retryAfter === undefined) return undefined;
  return Math.max(answer.retryAfter, minWaitMs);
}

/** Resolves after the time, or immediately on abort. */
async function pauseFor(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const callOff = clock.schedule(milliseconds, resolve);
  signal?.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  callOff();
}
