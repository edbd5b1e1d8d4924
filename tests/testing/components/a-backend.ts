import { onTestFinished, vi } from 'vitest';
import { type ProblemCode, statusOf } from '#contract/problem.ts';
import { Configuration } from '#contract/site/site.ts';
import { problem } from '../engine/samples.ts';

const address = 'http://api.test';

/** The configuration of a page whose backend is `aBackend`. */
export const configuration = Configuration.parse({ apiBaseUrl: address, oddsBaseUrl: '/odds' });

/** A response that refuses a request, with the errors of its fields. */
export function refused(code: ProblemCode, errors?: Record<string, string[]>): () => Response {
  const headers = { 'content-type': 'application/problem+json' };
  const body = problem(code, errors && { errors });
  return () => Response.json(body, { status: statusOf(code), headers });
}

/** A request that the backend received. */
type BackendRequest = { path: string; query: string; body: unknown; authorization: string | null };

/**
 * A backend that responds by path and records its requests; a request to another path fails like
 * one on a lost connection.
 */
export function aBackend(answers: Record<string, () => Response | Promise<Response>>): {
  requests: BackendRequest[];
} {
  const requests: BackendRequest[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : input.toString();
    const { pathname, search } = new URL(url, address);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const authorization = new Headers(init?.headers).get('authorization');
    requests.push({ path: pathname, query: search, body, authorization });
    const answer = answers[pathname];
    if (!answer) throw new TypeError('Failed to fetch');
    return Object.defineProperty(await answer(), 'url', { value: url });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { requests };
}
