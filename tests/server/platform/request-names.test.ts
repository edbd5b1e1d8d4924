import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { somebodyWaits } from '../../testing/database/postgres.ts';
import { aCommunity, aKey, type Community } from '../../testing/tips/tips.ts';

const name = 'proxy-7f3a91';

/** Returns the connections named after a request, and whether they wait for a lock. */
async function namedIn({ api }: Community): Promise<unknown[]> {
  const { rows } = await api.database.execute(sql`
    select application_name as name, wait_event_type = 'Lock' as waits from pg_stat_activity
    where datname = current_database() and application_name like ${`%${name}`}`);
  return rows;
}

const post = { method: 'POST', path: '/api/tips' };

test.each([
  ['alone', '/api/tips', 201, (id: string, body: object) => ({ headers: aKey(id), body })],
  [
    'in a batch',
    '/api/ops',
    200,
    (id: string, body: object) => ({ body: [{ id, ...post, body }] }),
  ],
])('a change %s shows its request id in PostgreSQL', async (_, path, status, callOf) => {
  const community = await aCommunity({ settings: { trustProxy: 1 } });
  const { api, tipster, aGame } = community;
  const call = callOf(randomUUID(), {
    options: [{ fixtureId: (await aGame()).id, oddName: '1X2 - 1' }],
  });
  const headers = { 'x-request-id': name, ...('headers' in call && call.headers) };

  const posted = await api.database.transaction(async (tx) => {
    await tx.execute(sql`select from members where id = ${tipster.id} for update`);
    const posting = api.post(path, { ...call, token: tipster.token, headers });
    await expect.poll(async () => somebodyWaits(api)).toBe(true);
    expect(await namedIn(community)).toEqual([{ name: `touchline ${name}`, waits: true }]);
    // An array is returned, because `await` would wait for the promise before the transaction ends.
    return [posting];
  });

  expect(await Promise.all(posted)).toMatchObject([{ status }]);
  expect(await namedIn(community)).toEqual([]);
});
