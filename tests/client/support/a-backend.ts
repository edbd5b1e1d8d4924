import { onTestFinished, vi } from 'vitest';

/** A request to a backend. */
type BackendRequest = { path: string; query: string; body: unknown; authorization: string | null };

/**
 * A backend with responses by path, which records its requests; other paths fail like a lost
 * connection.
 */
export function aBackend(answers: Record<string, () => Response>): { requests: BackendRequest[] } {
  const requests: BackendRequest[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : input.toString();
    const { pathname, search } = new URL(address, 'http://api.test');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const authorization = new Headers(init?.headers).get('authorization');
    requests.push({ path: pathname, query: search, body, authorization });
    const answer = answers[pathname];
    if (!answer) throw new TypeError('Failed to fetch');
    return Object.defineProperty(answer(), 'url', { value: address });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { requests };
}
