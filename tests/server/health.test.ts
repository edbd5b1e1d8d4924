import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';

import { closeDatabase, openDatabase } from '#server/db/database.ts';

import { aDatabase } from '../support/database.ts';
import { atTheEnd } from '../support/clean-up.ts';
import { aDatabaseProxy } from '../support/database-proxy.ts';
import { theApi } from '../support/api.ts';
import { aCommunity, problemOf } from '../support/tips.ts';

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

  test('is bad while its database is away, and good again by itself', async () => {
    const { url } = await aDatabase();
    const proxy = await aDatabaseProxy(url);
    const database = openDatabase({ url: proxy.url });
    atTheEnd(async () => closeDatabase(database));
    const { get } = await theApi({ database });
    expect(await get('/health')).toMatchObject({ status: 200 });

    await proxy.cut();
    const bad = await get('/health');
    expect(bad).toMatchObject({ status: 503, body: { database: 'unavailable' } });
    expect(bad.headers['retry-after']).toBe('2');
    expect(await get('/api/ping')).toMatchObject({ status: 503, body: { code: 'unavailable' } });

    await proxy.mend();
    expect(await get('/health')).toMatchObject({ status: 200, body: { database: 'ok' } });
  });

  test('is bad while its database takes no writes, which are to be sent again', async () => {
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
    await vi.waitFor(async () => expect((await post()).status).toBe(201));
    expect(await api.get('/health')).toMatchObject({ status: 200, body: { database: 'ok' } });
  });
});
