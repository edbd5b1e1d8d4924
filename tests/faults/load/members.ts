import { type HttpRequest, overHttp } from '../../testing/server/over-http.ts';
import { every } from './pace.ts';

/** A member who is logged in. */
export type Account = { email: string; password: string; token: string };

/** The number of sent requests, and the responses other than 200. */
export type RequestCounts = { sent: number; refused: string[] };

type Target = { ports: readonly number[]; signal: AbortSignal };

const readEveryMs = 400;
const loginEveryMs = 300;
const reads = ['/api/feed', '/api/tips?limit=20', '/api/sync?since=0', '/api/auth/security'];

/** Members read, each as fast as a person would. */
export async function readAsMembers(
  accounts: readonly Account[],
  target: Target,
): Promise<RequestCounts> {
  const counts = await Promise.all(
    accounts.map(async ({ token }, index) =>
      repeat(readEveryMs, target, async (port, n) =>
        statusOf({
          port,
          path: reads[(index + n) % reads.length] ?? '',
          headers: { authorization: `Bearer ${token}` },
          localAddress: `127.0.1.${index + 1}`,
        }),
      ),
    ),
  );
  return {
    sent: counts.reduce((sum, { sent }) => sum + sent, 0),
    refused: counts.flatMap(({ refused }) => refused),
  };
}

/** A visitor without a login reads the feed, from an address of their own. */
export async function readAsStranger(target: Target): Promise<RequestCounts> {
  return repeat(readEveryMs, target, async (port) =>
    statusOf({ port, path: '/api/feed', localAddress: '127.0.2.1' }),
  );
}

/** Members log in one after the other, each from their own or from the shared address. */
export async function logInAsMembers(
  accounts: readonly Account[],
  sharedAddress: string | undefined,
  target: Target,
): Promise<RequestCounts> {
  return repeat(loginEveryMs, target, async (port, n) => {
    const { email, password } = accounts[n % accounts.length] ?? { email: '', password: '' };
    const own = `127.0.3.${(n % accounts.length) + 1}`;
    return statusOf({
      port,
      method: 'POST',
      path: '/api/auth',
      body: JSON.stringify({ email, password }),
      headers: { 'content-type': 'application/json' },
      localAddress: n % 2 === 0 ? (sharedAddress ?? own) : own,
    });
  });
}

/** Sends requests to the servers in turn until the signal, one at a time, at the given interval. */
async function repeat(
  everyMs: number,
  { ports, signal }: Target,
  send: (port: number, n: number) => Promise<string>,
): Promise<RequestCounts> {
  const counts: RequestCounts = { sent: 0, refused: [] };
  await every(everyMs, signal, async (n) => {
    const status = await send(ports[n % ports.length] ?? 0, n);
    counts.sent += 1;
    if (status !== '200') counts.refused.push(status);
  });
  return counts;
}

type ServerRequest = Omit<HttpRequest, 'method'> & { method?: string };

async function statusOf(request: ServerRequest): Promise<string> {
  return overHttp({ method: 'GET', ...request }).then(
    ({ status, body }) => (status === 200 ? '200' : `${status} ${body.toString().slice(0, 120)}`),
    (error: Error) => error.message,
  );
}
