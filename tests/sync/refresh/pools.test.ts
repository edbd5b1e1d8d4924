import { describe, expect, test } from 'vitest';

import { poolDocument, poolsDocument } from '#sync/refresh/document-names.ts';
import { refreshPool, refreshPools } from '#sync/refresh/pools.ts';
import { ownBackend } from '#sync/backend/backend.ts';
import { aReader, idOf } from '../../testing/engine/a-list-reader.ts';
import type { Received, Reply } from '../../testing/server/an-http-server.ts';
import { aPoolTable } from '../../testing/engine/pools.ts';

const id = idOf(1);

async function aDevice(tables: Map<string, ReturnType<typeof aPoolTable>>, backend = ownBackend) {
  const reader = await aReader(({ path, headers }: Received): Reply => {
    const list = [...tables.values()];
    const body = path === '/api/pools' ? { pools: list } : tables.get(path.slice(-36));
    if (!body) {
      const problem = { code: 'not-found', message: 'There is nothing here.', status: 404 };
      return {
        status: 404,
        body: problem,
        headers: { 'content-type': 'application/problem+json' },
      };
    }
    const etag = `"${JSON.stringify(body).length}"`;
    if (headers['if-none-match'] === etag) return { status: 304 };
    return { status: 200, body, headers: { etag } };
  }, backend);
  const store = reader.memberStore;
  return {
    ...reader,
    list: () => refreshPools({ ...reader.parts, store }),
    one: (pool = id) => refreshPool({ ...reader.parts, store }, pool),
    names: async () => {
      const names = await store.documents.toCollection().primaryKeys();
      return names.filter((name) => name.startsWith('pool')).toSorted();
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  };
}

describe('pools on a device', () => {
  test('are the member’s own documents, and asked for again with their tags', async () => {
    const table = aPoolTable({ id });
    await using device = await aDevice(new Map([[id, table]]));

    expect([await device.list(), await device.one()]).toEqual(['fresh', 'fresh']);
    device.clock.now = 9;
    expect([await device.list(), await device.one()]).toEqual(['unchanged', 'unchanged']);

    expect(await device.memberStore.documents.get(poolDocument(id))).toMatchObject({
      value: { name: table.name, rows: [{ tipsterId: table.ownerId }] },
      fetchedAt: 9,
    });
    expect(await device.names()).toEqual([poolDocument(id), poolsDocument]);
    expect(await device.store.documents.count()).toBe(0);
  });

  test('are all stored, with each table that was read', async () => {
    const other = idOf(2);
    const tables = new Map([
      [id, aPoolTable({ id })],
      [other, aPoolTable({ id: other, name: 'Monday' })],
    ]);
    await using device = await aDevice(tables);

    await device.one(id);
    await device.one(other);
    await device.list();

    expect(await device.names()).toEqual([poolDocument(id), poolDocument(other), poolsDocument]);
    const list = await device.memberStore.documents.get(poolsDocument);
    expect(list?.value).toMatchObject({ pools: [{ id }, { id: other, name: 'Monday' }] });
  });

  test('go once the member is not in them any more', async () => {
    const tables = new Map([[id, aPoolTable({ id })]]);
    await using device = await aDevice(tables);
    await device.list();
    await device.one();

    tables.clear();

    expect(await device.one()).toBe('fresh');
    expect(await device.names()).toEqual([poolsDocument]);
  });

  test('go with their list as well', async () => {
    const tables = new Map([[id, aPoolTable({ id })]]);
    await using device = await aDevice(tables);
    await device.one();

    tables.clear();
    await device.list();

    expect(await device.names()).toEqual([poolsDocument]);
  });

  test('carry addresses of pictures that any page can load', async () => {
    const { rows, ...rest } = aPoolTable({ id });
    const table = { ...rest, rows: rows.map((row) => ({ ...row, picture: '/pictures/a.webp' })) };
    await using device = await aDevice(new Map([[id, table]]));

    await device.one();

    const document = await device.memberStore.documents.get(poolDocument(id));
    expect(document?.value).toMatchObject({
      rows: [{ picture: `${device.server.url}/pictures/a.webp` }],
    });
  });

  test('are asked of no backend that has none', async () => {
    const can = { ...ownBackend.can, extensions: false };
    await using device = await aDevice(new Map(), { ...ownBackend, can });

    expect([await device.list(), await device.one()]).toEqual(['failed', 'failed']);
    expect(device.server.requests).toEqual([]);
  });
});
