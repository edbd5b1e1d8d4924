import { describe, expect, test } from 'vitest';

import { closeDatabase, openDatabase } from '#server/db/database.ts';

import { aDatabase } from '../support/database.ts';
import { atTheEnd } from '../support/clean-up.ts';
import { aDatabaseProxy } from '../support/database-proxy.ts';
import { theApi } from '../support/api.ts';

describe('the health of a server', () => {
  test('is good while its database answers', async () => {
    const { get } = await theApi();
    expect(await get('/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', database: 'ok', version: '0.1.0' },
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
});
