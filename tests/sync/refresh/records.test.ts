import { describe, expect, test } from 'vitest';
import { createApi } from '#sync/backend/api.ts';
import { maxRecords, refreshCompetition, refreshRecord } from '#sync/refresh/records.ts';
import { anHttpServer, type Received, type Reply } from '../../testing/server/an-http-server.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { competition, fullRecord } from '../../testing/engine/records.ts';
import { problem, tipsterId } from '../../testing/engine/samples.ts';
import { type Backend, ownBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

/** A device that reads records from a server with these responses. */
async function aReader(answer: (request: Received) => Reply, backend: Backend = ownBackend) {
  const server = await anHttpServer(answer);
  const { publicStore: store } = databases();
  const api = createApi({ baseUrl: server.url, origin: server.url, fetch, token: () => undefined });
  const clock = { now: 7 };
  return {
    server,
    store,
    clock,
    parts: { api, store, backend, now: () => clock.now },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Answers with a body and a tag, and with 304 to that tag. */
function tagged(body: unknown): (request: Received) => Reply {
  return ({ headers }) =>
    headers['if-none-match'] === '"1"'
      ? { status: 304 }
      : { status: 200, body, headers: { etag: '"1"' } };
}

describe('a tipster’s record', () => {
  test('is one document, which is as old as its last confirmation', async () => {
    await using reader = await aReader(tagged(fullRecord()));

    expect(await refreshRecord(reader.parts, tipsterId)).toBe('fresh');
    reader.clock.now = 8;
    expect(await refreshRecord(reader.parts, tipsterId)).toBe('unchanged');

    expect(reader.server.requests[0]?.path).toBe(`/api/tipsters/${tipsterId}/record`);
    expect(await reader.store.documents.get(`record:${tipsterId}`)).toMatchObject({
      value: fullRecord(),
      fetchedAt: 8,
    });
  });

  test('leaves with its tipster', async () => {
    const body = problem('not-found');
    await using reader = await aReader(() => ({ status: 404, body }));
    const name = `record:${tipsterId}`;
    await reader.store.documents.put({ name, value: fullRecord(), fetchedAt: 1 });

    expect(await refreshRecord(reader.parts, tipsterId)).toBe('fresh');

    expect(await reader.store.documents.count()).toBe(0);
  });

  test('is stored of those who were looked at last', async () => {
    await using reader = await aReader(() => ({ status: 200, body: fullRecord() }));
    const others = Array.from({ length: maxRecords }, (_, index) => ({
      name: `record:${index}`,
      value: null,
      fetchedAt: index,
    }));
    await reader.store.documents.bulkPut([...others, { name: 'feed', value: null, fetchedAt: 0 }]);
    reader.clock.now = maxRecords;

    await refreshRecord(reader.parts, tipsterId);

    const names = await reader.store.documents.toCollection().primaryKeys();
    expect(names).toHaveLength(maxRecords + 1);
    expect(names).not.toContain('record:0');
    expect(names).toContain('feed');
  });

  test('is not asked of a backend that knows only the spec’s calls', async () => {
    await using reader = await aReader(() => 'break', specBackend);

    expect(await refreshRecord(reader.parts, tipsterId)).toBe('failed');
    expect(await refreshCompetition(reader.parts)).toBe('failed');

    expect(reader.server.requests).toEqual([]);
  });
});

describe('the table of a month', () => {
  test('is stored per month, and the running one under a name of its own', async () => {
    await using reader = await aReader(({ query }) => ({
      status: 200,
      body: competition({ month: query.get('month') ?? '2026-11' }),
    }));

    await refreshCompetition(reader.parts);
    await refreshCompetition(reader.parts, '2026-10');

    const stored = await reader.store.documents.bulkGet(['competition', 'competition:2026-10']);
    expect(stored.map((document) => document?.value)).toEqual([
      competition({ month: '2026-11' }),
      competition({ month: '2026-10' }),
    ]);
  });

  test('says that it is unchanged, and is as old as that', async () => {
    await using reader = await aReader(tagged(competition()));

    await refreshCompetition(reader.parts);
    reader.clock.now = 9;

    expect(await refreshCompetition(reader.parts)).toBe('unchanged');
    expect(await reader.store.documents.get('competition')).toMatchObject({ fetchedAt: 9 });
  });

  test('names pictures as a page on another host finds them', async () => {
    const picture = '/pictures/0a.webp';
    const reported = competition();
    const rows = reported.rows.map((row) => ({ ...row, picture }));
    await using reader = await aReader(() => ({ status: 200, body: { ...reported, rows } }));

    await refreshCompetition(reader.parts);

    expect(await reader.store.documents.get('competition')).toMatchObject({
      value: { rows: rows.map((row) => ({ ...row, picture: `${reader.server.url}${picture}` })) },
    });
  });
});
