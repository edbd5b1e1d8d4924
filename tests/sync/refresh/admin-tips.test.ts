import { describe, expect, test } from 'vitest';
import type { AdminTipQuery } from '#sync/refresh/admin-tips.ts';
import { anHttpServer, type Received, type Reply } from '../../testing/server/an-http-server.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { problem, row, serverTip, tipId, tipsterId } from '../../testing/engine/samples.ts';
import { type Backend, touchlineBackend } from '#sync/backend/backend.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const theirs = serverTip({ tipsterId, version: 4 });
const pricing = {
  kind: 'odds.set',
  payload: {
    tipId,
    legs: theirs.options,
    changes: [{ fixtureId: 'fixture-1', game: 'Arsenal Vs Chelsea', odd: 3 }],
  },
};
const answered = (version?: number) =>
  row({
    ...pricing,
    state: 'acked',
    sentEver: true,
    ack: { status: 200, at: 0, ...(version !== undefined && { version }) },
  });

async function anAdministrator(
  answer: (request: Received) => Reply,
  backend: Backend = touchlineBackend,
) {
  const server = await anHttpServer(answer);
  const device = aDevice({ ...server, backend });
  const { store, refreshes } = device;
  const ids = () => store.adminTips.toCollection().primaryKeys();
  return {
    server,
    device,
    store,
    lists: async (query: AdminTipQuery = {}) => refreshes({ what: 'admin-tips', ...query }),
    opens: async (id: string) => refreshes({ what: 'admin-tip', id }),
    ids,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('the administrator’s list', () => {
  test('is requested with its tag, and with search and state', async () => {
    await using admin = await anAdministrator(({ headers }) =>
      headers['if-none-match']
        ? { status: 304 }
        : { status: 200, body: [theirs], headers: { etag: '"1"' } },
    );

    expect(await admin.lists()).toBe('fresh');
    expect(await admin.lists()).toBe('unchanged');
    await admin.lists({ state: 'unpriced', search: 'arsenal' });

    const last = admin.server.requests.at(-1);
    expect(last?.query.toString()).toBe('state=unpriced&search=arsenal&limit=100');
    expect(await admin.ids()).toEqual([tipId]);
  });

  test('loses deleted tickets, but not those that a search leaves out', async () => {
    const other = serverTip({ id: tipsterId, tipsterId });
    await using admin = await anAdministrator(() => ({ status: 200, body: [theirs] }));
    await admin.store.adminTips.put(other);

    await admin.lists({ search: 'arsenal' });
    expect(await admin.ids()).toHaveLength(2);

    await admin.lists();
    expect(await admin.ids()).toEqual([tipId]);
  });

  test('loses deleted tickets of an older page, too', async () => {
    const newest = serverTip({ id: tipsterId, creationTime: '2026-03-09T10:00:00.000Z' });
    await using admin = await anAdministrator(() => ({ status: 200, body: [] }));
    await admin.store.adminTips.bulkPut([newest, theirs]);

    await admin.lists({ before: newest.id });

    expect(await admin.ids()).toEqual([newest.id]);
  });

  test('never replaces a newer version by an older one', async () => {
    await using admin = await anAdministrator(() => ({ status: 200, body: [theirs] }));
    await admin.store.adminTips.put({ ...theirs, version: 9 });

    await admin.lists();

    expect(await admin.store.adminTips.get(tipId)).toMatchObject({ version: 9 });
  });

  test('of a spec-only backend is the list of tips', async () => {
    await using admin = await anAdministrator(
      () => ({ status: 200, body: [{ _id: '64b0', options: [] }] }),
      specBackend,
    );

    await admin.lists();

    expect(admin.server.requests[0]).toMatchObject({ path: '/api/tips' });
    expect(admin.server.requests[0]?.query.get('limit')).toBe('100');
    expect(await admin.ids()).toEqual(['64b0']);
  });

  test('reports that the login has ended', async () => {
    const body = problem('session-ended');
    await using admin = await anAdministrator(() => ({ status: 401, body }));

    expect(await admin.lists()).toBe('unauthorised');
    expect(await admin.opens(tipId)).toBe('unauthorised');
  });
});

describe('an acknowledged change of an administrator', () => {
  test.each([
    { has: 3, remaining: 1, why: 'the list was read before it' },
    { has: 4, remaining: 0, why: 'the list has it' },
    { has: 7, remaining: 0, why: 'it was changed since' },
  ])(
    'of version 4 remains $remaining times if the list has version $has: $why',
    async ({ has, remaining }) => {
      await using admin = await anAdministrator(() => ({
        status: 200,
        body: [{ ...theirs, version: has }],
      }));
      await admin.device.store.operations.add(answered(4));

      await admin.lists();

      expect(await admin.device.outbox()).toHaveLength(remaining);
    },
  );

  test('is removed with its ticket if no list contains that', async () => {
    await using admin = await anAdministrator(() => ({ status: 200, body: theirs }));
    await admin.device.store.operations.add(answered(4));

    await admin.opens(tipId);

    expect(await admin.ids()).toEqual([tipId]);
    expect(await admin.device.outbox()).toEqual([]);
  });

  test('is removed if its ticket is deleted', async () => {
    const body = problem('not-found');
    await using admin = await anAdministrator(() => ({ status: 404, body }));
    await admin.store.adminTips.put(theirs);
    await admin.device.store.operations.add(answered(4));

    await admin.opens(tipId);

    expect(await admin.ids()).toEqual([]);
    expect(await admin.device.outbox()).toEqual([]);
  });

  test('without a version is removed by a later response', async () => {
    await using admin = await anAdministrator(() => ({ status: 200, body: [theirs] }));
    await admin.device.store.operations.add(answered());

    await admin.lists();

    expect(await admin.device.outbox()).toEqual([]);
  });

  test('during a request of the list waits for the next list, with any clock', async () => {
    const late = answered();
    const lists: (() => Promise<unknown>)[] = [];
    await using admin = await anAdministrator(() => {
      void lists.shift()?.();
      return { status: 200, body: [theirs] };
    });
    await admin.device.store.operations.add({ ...late, state: 'sending' });
    // The post is acknowledged while the list, which does not contain it yet, is in flight.
    lists.push(() => admin.device.store.operations.put(late));

    await admin.lists();
    expect(await admin.device.outbox()).toHaveLength(1);

    await admin.lists();
    expect(await admin.device.outbox()).toEqual([]);
  });

  test('without a response stays, whatever the list contains', async () => {
    await using admin = await anAdministrator(() => ({
      status: 200,
      body: [{ ...theirs, version: 9 }],
    }));
    await admin.device.store.operations.add(row({ ...pricing, state: 'unknown', sentEver: true }));

    await admin.lists();

    expect(await admin.device.states()).toEqual(['unknown']);
  });
});
