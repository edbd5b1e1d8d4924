import type * as z from 'zod/mini';
import type { ReplyOf, Route } from '#contract/route.ts';
import type { Answer, Api } from './api.ts';
import type { Clock } from '../clock.ts';

/** How long it waits at least: a server that names the moment just past would be asked without a pause. */
const shortestWait = 1_000;

/** How long a read waits in all for its turn at a server that is busy, in milliseconds. */
const longestWait = 20_000;

type PatientReadsParts = { api: Api; clock: Clock; signal?: AbortSignal | undefined };

/**
 * The same API for reading rows: what a busy server turned away (429, 503) is asked again at the moment
 * it named, with waits of 20 s in all; then the last answer is given. A change is never sent again here.
 */
export function patientReads({ api, clock, signal }: PatientReadsParts): Api {
  async function callAs<Reply extends z.ZodMiniType>(
    route: Route,
    reply: Reply,
    options?: Parameters<Api['callAs']>[2],
  ): Promise<Answer<z.output<Reply>>> {
    // Counted, since the time of day may be corrected meanwhile.
    let waited = 0;
    for (;;) {
      const answer = await api.callAs(route, reply, options);
      const wait = route.method === 'GET' ? waitOf(answer) : undefined;
      if (wait === undefined || waited + wait > longestWait || signal?.aborted) return answer;
      await passed(clock, wait, signal);
      waited += wait;
      if (signal?.aborted) return answer;
    }
  }
  return {
    ...api,
    callAs,
    call<R extends Route>(
      route: R,
      options?: Parameters<Api['call']>[1],
    ): Promise<Answer<ReplyOf<R>>> {
      return callAs<R['reply']>(route, route.reply, options);
    },
  };
}

/** How long a server that was asked by too many at once wants to be left alone. */
function waitOf(answer: Answer<unknown>): number | undefined {
  if (answer.kind !== 'refused') return undefined;
  const isBusy = answer.status === 429 || answer.status === 503;
  if (!isBusy || answer.retryAfter === undefined) return undefined;
  return Math.max(answer.retryAfter, shortestWait);
}

/** Ends when the time is over, or at once when there is nobody any more to wait for it. */
async function passed(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const callOff = clock.after(milliseconds, resolve);
  signal?.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  callOff();
}
