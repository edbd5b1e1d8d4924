import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { closeDatabase, openDatabase } from '#server/db/database.ts';

import { aDatabase } from '../../testing/database/database.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { aClock, second } from '../../testing/clock/clock.ts';
import { aDatabaseProxy } from '../../testing/database/database-proxy.ts';
import { theApi } from '../../testing/server/api.ts';
import { aCommunity, problemOf } from '../../testing/tips/tips.ts';

describe('the health of a server', () => {
  test('is good while its database answers', async () => {
    const { get } = await theApi();
    expect(await get('/health')).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        database: 'ok',
        version: '0.1.0',
        build: expect.stringMatching(/^[\da-f]{10}$/),
      },
    });
  });

  test('is bad while its database is unreachable, and recovers by itself', async () => {
    const { url } = await aDatabase();
    const proxy = await aDatabaseProxy(url);
    const database = openDatabase({ url: proxy.url });
    atTheEnd(async () => closeDatabase(database));
    const clock = aClock();
    const { get } = await theApi({ database, clock });
    expect(await get('/health')).toMatchObject({ status: 200 });

    await proxy.cut();
    clock.passes(second);
    const bad = await get('/health');
    expect(bad).toMatchObject({ status: 503, body: { database: 'unavailable' } });
    expect(bad.headers['retry-after']).toBe('2');
    expect(await get('/api/ping')).toMatchObject({ status: 503, body: { code: 'unavailable' } });

    await proxy.mend();
    clock.passes(second);
    expect(await get('/health')).toMatchObject({ status: 200, body: { database: 'ok' } });
  });

  test('queries the database at most once a second', async () => {
    const { url } = await aDatabase();
    const proxy = await aDatabaseProxy(url);
    const database = openDatabase({ url: proxy.url });
    atTheEnd(async () => closeDatabase(database));
    const clock = aClock();
    const { get } = await theApi({ database, clock });
    await get('/health');
    await proxy.cut();

    clock.passes(second - 1);
    const within = await Promise.all([get('/health'), get('/health'), get('/api/ping')]);
    clock.passes(1);
    const after = await Promise.all([get('/health'), get('/health'), get('/api/ping')]);

    expect(within.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(after.map(({ status }) => status)).toEqual([503, 503, 503]);
  });

  test('stays good while other calls use every connection', async () => {
    const { url } = await aDatabase();
    const database = openDatabase({ url, connections: 2 });
    atTheEnd(async () => closeDatabase(database));
    const { get } = await theApi({ database });
    const taken = [await database.$client.connect(), await database.$client.connect()];
    atTheEnd(async () => taken.forEach((connection) => connection.release()));

    const answers = await Promise.all([get('/health'), get('/health/live'), get('/api/ping')]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('is bad while its database is read-only, and writes are retryable', async () => {
    const community = await aCommunity();
    const { api, tipster, aGame } = community;
    const game = await aGame();
    const post = async () =>
      api.post('/api/tips', {
        token: tipster.token,
        body: { options: [{ fixtureId: game.id, oddName: '1X2 - 1' }] },
      });
    const become = async (how: 'on' | 'off') =>
      api.database.execute(sql`do $$ begin
        execute format('alter database %I set default_transaction_read_only = ${sql.raw(how)}', current_database());
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid();
      end $$`);

    await become('on');
    await api.database.execute(sql`set session characteristics as transaction read only`);
    const refused = await post();
    const bad = await api.get('/health');
    const alive = await api.get('/health/live');
    const feed = await api.get('/api/feed');
    expect(problemOf(refused)).toBe('503 unavailable');
    expect(bad).toMatchObject({ status: 503, body: { database: 'read-only' } });
    expect([alive.status, feed.status]).toEqual([200, 200]);

    await api.database.execute(sql`set session characteristics as transaction read write`);
    await become('off');
    await expect.poll(async () => (await post()).status).toBe(201);
    community.clock.passes(second);
    expect(await api.get('/health')).toMatchObject({ status: 200, body: { database: 'ok' } });
  });
});
