import { onTestFinished, vi } from 'vitest';

/** What a backend was asked. */
type Asked = { path: string; query: string; body: unknown; authorization: string | null };

/** A backend that answers by path and notes what it was asked; anywhere else there is no connection. */
export function aBackend(answers: Record<string, () => Response>): { asked: Asked[] } {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : input.toString();
    const { pathname, search } = new URL(address, 'http://api.test');
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const authorization = new Headers(init?.headers).get('authorization');
    asked.push({ path: pathname, query: search, body, authorization });
    const answer = answers[pathname];
    if (!answer) throw new TypeError('Failed to fetch');
    return Object.defineProperty(answer(), 'url', { value: address });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { asked };
}
