import { describe, expect, test } from 'vitest';
import type { Fixture } from '#contract/fixtures/fixtures.ts';
import { createApi } from '#sync/backend/api.ts';
import { ownBackend } from '#sync/backend/backend.ts';
import { maxOpenedFixtures, refreshFixture } from '#sync/refresh/fixture.ts';
import { fixtureRow } from '#sync/refresh/public-lists.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { anHttpServer, type Received, type Reply } from '../../testing/server/an-http-server.ts';
import { problem } from '../../testing/engine/samples.ts';

const played: Fixture = {
  id: 'arsenal-chelsea',
  sportKey: 'soccer_epl',
  home: 'Arsenal',
  away: 'Chelsea',
  kickOff: '2026-03-02T15:00:00.000Z',
  status: 'played',
  score: { fullTime: [2, 1] },
};

async function aReader(answer: (request: Received) => Reply) {
  const server = await anHttpServer(answer);
  const { publicStore: store } = databases();
  const api = createApi({ baseUrl: server.url, origin: server.url, fetch, token: () => undefined });
  return {
    server,
    store,
    parts: { api, store, backend: ownBackend, now: () => 1000 },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('one fixture', () => {
  test('is stored with its tag, which saves it from being sent again', async () => {
    await using reader = await aReader(({ headers }) =>
      headers['if-none-match'] === '"1"'
        ? { status: 304 }
        : { status: 200, body: played, headers: { etag: '"1"' } },
    );

    expect(await refreshFixture(reader.parts, played.id)).toBe('fresh');
    expect(await refreshFixture(reader.parts, played.id)).toBe('unchanged');

    expect(reader.server.requests[0]?.path).toBe('/api/fixtures/arsenal-chelsea');
    expect((await reader.store.documents.get('fixture:arsenal-chelsea'))?.value).toEqual(played);
    expect(await reader.store.fixtures.count()).toBe(0);
  });

  test('replaces its row of the calendar', async () => {
    await using reader = await aReader(() => ({ status: 200, body: played }));
    const { score: _, ...toCome } = played;
    await reader.store.fixtures.put(fixtureRow({ ...toCome, status: 'scheduled' }));

    await refreshFixture(reader.parts, played.id);

    expect(await reader.store.fixtures.get(played.id)).toEqual(fixtureRow(played));
  });

  test('is not kept once the server has no such fixture', async () => {
    await using reader = await aReader(() => ({ status: 404, body: problem('not-found') }));
    const name = 'fixture:arsenal-chelsea';
    await reader.store.documents.put({ name, value: played, fetchedAt: 1 });

    expect(await refreshFixture(reader.parts, played.id)).toBe('fresh');

    expect(await reader.store.documents.count()).toBe(0);
  });

  test('takes the place of the one that was opened first, where many are stored', async () => {
    await using reader = await aReader(() => ({ status: 200, body: played }));
    const others = Array.from({ length: maxOpenedFixtures }, (_, index) => ({
      name: `fixture:${index}`,
      value: null,
      fetchedAt: index,
    }));
    await reader.store.documents.bulkPut(others);

    await refreshFixture(reader.parts, played.id);

    const names = await reader.store.documents.toCollection().primaryKeys();
    expect(names).toHaveLength(maxOpenedFixtures);
    expect(names).not.toContain('fixture:0');
  });
});
