import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { isDatabaseUnavailable } from '#server/db/failures.ts';
import { splitHosts, findActiveHostUrl } from '#server/db/hosts.ts';

import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aDatabaseProxy } from '../../testing/database/database-proxy.ts';
import { aDatabase } from '../../testing/database/database.ts';

const nobody = '127.0.0.1:1';

/** Replaces the host of a database address by several hosts. */
function withHosts(url: string, ...hosts: string[]): string {
  return url.replace(new URL(url).host, hosts.join());
}

test.each([
  ['postgres://u@one/db', ['postgres://u@one/db']],
  [
    'postgresql://u:p,w@one:5433,[::1]:5434/db?sslmode=require',
    [
      'postgresql://u:p,w@one:5433/db?sslmode=require',
      'postgresql://u:p,w@[::1]:5434/db?sslmode=require',
    ],
  ],
])('%s names these hosts', (url, addresses) => {
  expect(splitHosts(url)).toEqual(addresses);
});

test('an unreachable or silent host does not prevent a connection to the other', async () => {
  const { url } = await aDatabase();
  const silent = await aDatabaseProxy(url);
  silent.hold();
  const { host } = new URL(url);

  for (const other of [nobody, new URL(silent.url).host]) {
    expect(await findActiveHostUrl(withHosts(url, other, host))).toBe(url);
    expect(await findActiveHostUrl(withHosts(url, host, other))).toBe(url);
  }
});

test.each(['is away', 'is silent'])(
  'if every host %s the query fails, and a later query succeeds',
  async (state) => {
    const { url } = await aDatabase();
    const proxy = await aDatabaseProxy(url);
    const { host } = new URL(proxy.url);
    const hosts = withHosts(url, host, host);
    const database = openDatabase({ url: hosts });
    atTheEnd(async () => closeDatabase(database));
    if (state === 'is away') await proxy.cut();
    else proxy.hold();

    const problem = await database.execute(sql`select 1`).catch((error: unknown) => error);
    const refusal = await findActiveHostUrl(hosts).catch((error: unknown) => error);

    expect([isDatabaseUnavailable(problem), isDatabaseUnavailable(refusal)]).toEqual([true, true]);
    if (state === 'is away') await proxy.mend();
    else proxy.release();
    expect((await database.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  },
);

test('a host that closes a connection after the login fails the query, but not the process', async () => {
  const { url } = await aDatabase();
  const proxy = await aDatabaseProxy(url);
  proxy.terminate('touchline');
  const { host } = new URL(proxy.url);
  const database = openDatabase({ url: withHosts(url, host, host) });
  atTheEnd(async () => closeDatabase(database));

  const problem = await database.execute(sql`select 1`).catch((error: unknown) => error);

  expect(isDatabaseUnavailable(problem)).toBe(true);
});
