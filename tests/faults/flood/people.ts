import { setTimeout as wait } from 'node:timers/promises';

import { overHttp } from '../../support/over-http.ts';

/** Somebody with an account who is logged in. */
export type Account = { email: string; password: string; token: string };

/** What people asked for, and what of it was refused. */
export type Served = { asked: number; refused: string[] };

type Place = { ports: readonly number[]; signal: AbortSignal };

const readEveryMs = 400;
const loginEveryMs = 300;
const reads = ['/api/feed', '/api/tips?limit=20', '/api/sync?since=0', '/api/auth/security'];

/** Members read, each at the pace of a person. */
export async function readAsMembers(accounts: readonly Account[], place: Place): Promise<Served> {
  const served = await Promise.all(
    accounts.map(async ({ token }, index) =>
      repeat(readEveryMs, place, async (port, n) =>
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
    asked: served.reduce((sum, { asked }) => sum + asked, 0),
    refused: served.flatMap(({ refused }) => refused),
  };
}

/** A stranger in a network of their own reads the feed. */
export async function readAsStranger(place: Place): Promise<Served> {
  return repeat(readEveryMs, place, async (port) =>
    statusOf({ port, path: '/api/feed', localAddress: '127.0.2.1' }),
  );
}

/** Members log in, one after the other, each from an address of their own or from the one that is shared. */
export async function logInAsMembers(
  accounts: readonly Account[],
  sharedAddress: string | undefined,
  place: Place,
): Promise<Served> {
  return repeat(loginEveryMs, place, async (port, n) => {
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

/** Asks in turn at each server until the signal, without waiting for answers longer than a person does. */
async function repeat(
  everyMs: number,
  { ports, signal }: Place,
  ask: (port: number, n: number) => Promise<string>,
): Promise<Served> {
  const served: Served = { asked: 0, refused: [] };
  for (let n = 0; !signal.aborted; n += 1) {
    const [status] = await Promise.all([ask(ports[n % ports.length] ?? 0, n), wait(everyMs)]);
    served.asked += 1;
    if (status !== '200') served.refused.push(status);
  }
  return served;
}

type Asked = Omit<Parameters<typeof overHttp>[0], 'method'> & { method?: string };

async function statusOf(asked: Asked): Promise<string> {
  return overHttp({ method: 'GET', ...asked }).then(
    ({ status, body }) => (status === 200 ? '200' : `${status} ${body.toString().slice(0, 120)}`),
    (error: Error) => error.message,
  );
}
