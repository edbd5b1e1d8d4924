import { describe, expect, test } from 'vitest';
import { parseStoredList } from '#sync/refresh/stored-list.ts';
import type { PublicStore } from '#sync/storage/public-store.ts';
import { anHttpServer, type Reply } from '../../testing/server/an-http-server.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { profile, row, serverTip, tipId, tipsterId } from '../../testing/engine/samples.ts';

/** A tip of a later server, with an outcome that this build does not know. */
const ofTheFuture = { ...serverTip(), outcome: 'cashed-out' };
const other = serverTip({ id: tipsterId });

function page(values: Record<string, unknown>): Reply {
  const empty = { more: false, tips: [], removed: [], follows: [], operations: [] };
  return {
    status: 200,
    body: { cursor: 5, serverTime: '2026-03-01T12:00:00.000Z', ...empty, ...values },
  };
}

/** A device whose server answers its pulls with these pages in order. */
async function aPuller(...pages: Record<string, unknown>[]) {
  const server = await anHttpServer(() => page(pages.shift() ?? {}));
  const device = aDevice(server);
  return {
    ...device,
    server,
    asides: () => device.store.unreadable.toArray(),
    cursor: async () => (await device.store.documents.get('cursor'))?.value,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('a page of the pull with unreadable rows', () => {
  test('is applied without them: the rest is stored and the cursor moves', async () => {
    await using device = await aPuller({
      tips: [ofTheFuture, other],
      follows: [{ tipsterId, following: 'perhaps' }],
      profile: { ...profile(), role: 'referee' },
      operations: [{ id: 7 }],
    });

    expect(await device.pulls()).toBe('fresh');

    expect(await device.store.tips.toCollection().primaryKeys()).toEqual([tipsterId]);
    expect(await device.cursor()).toBe(5);
    const kinds = (await device.asides()).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['follow', 'operation', 'profile', 'tip']);
  });

  test('stores such a row as received, and keeps its former version', async () => {
    await using device = await aPuller({ tips: [ofTheFuture] });
    await device.store.tips.put({ ...serverTip({ stake: 3 }), booked: 0 });

    await device.pulls();

    expect(await device.asides()).toMatchObject([{ raw: { outcome: 'cashed-out' } }]);
    expect(await device.store.tips.get(tipId)).toMatchObject({ stake: 3 });
  });

  test('is parsed again by a later build', async () => {
    await using device = await aPuller({ cursor: 5 });
    await device.store.documents.put({ name: 'cursor', value: 5, fetchedAt: 0 });
    await device.store.unreadable.bulkPut([
      // An older build could not read this row, and this build can.
      { key: `ticket:${tipId}`, kind: 'tip', raw: serverTip({ version: 8 }) },
      { key: `follow:${tipsterId}`, kind: 'follow', raw: { tipsterId, following: 'perhaps' } },
    ]);

    await device.pulls();

    expect(await device.store.tips.get(tipId)).toMatchObject({ version: 8, booked: 0 });
    expect((await device.asides()).map(({ kind }) => kind)).toEqual(['follow']);
  });

  test.each([
    { what: 'a later version of the row', later: { tips: [serverTip({ version: 3 })] } },
    { what: 'its deletion', later: { removed: [tipId] } },
  ])('is replaced by $what', async ({ later }) => {
    await using device = await aPuller({ cursor: 5, tips: [ofTheFuture] }, { cursor: 6, ...later });

    await device.pulls();
    await device.pulls();

    expect(await device.asides()).toEqual([]);
  });

  test('keeps an acknowledged change visible while its row is unreadable', async () => {
    const booked = row({ state: 'acked', sentEver: true, ack: { status: 200, at: 0 } });
    const acknowledged = [{ id: booked.id, status: 200 }];
    await using device = await aPuller(
      { cursor: 5, tips: [ofTheFuture], operations: acknowledged },
      { cursor: 6, tips: [serverTip({ IsBooked: true, version: 2 })] },
    );
    await device.store.tips.put({ ...serverTip(), booked: 0 });
    await device.store.operations.add(booked);

    await device.pulls();
    expect(await device.states()).toEqual(['acked']);
    expect(await device.sees()).toMatchObject([{ IsBooked: true }]);

    await device.pulls();
    expect(await device.outbox()).toEqual([]);
    expect(await device.sees()).toMatchObject([{ IsBooked: true }]);
  });

  test('removes the operations whose rows it can parse', async () => {
    await using device = await aPuller({
      tips: [ofTheFuture],
      operations: [{ id: row({ seq: 2 }).id, status: 200 }],
    });
    await device.store.operations.bulkAdd([
      row({
        seq: 2,
        kind: 'follow.set',
        payload: { tipsterId, following: true },
        state: 'acked',
        sentEver: true,
      }),
      row({ seq: 3, kind: 'tip.book' }),
    ]);

    await device.pulls();

    expect((await device.outbox()).map(({ kind }) => kind)).toEqual(['tip.book']);
  });
});

describe('a list with unreadable rows', () => {
  const tagged = (body: unknown): Reply => ({ status: 200, body, headers: { etag: '"1"' } });

  /** The stored pages of a list; with a stored ETag a page would not be fetched in full. */
  const pagesOf = async ({ documents }: PublicStore, name: string) =>
    parseStoredList((await documents.get(name))?.value)?.pages;

  async function aReader(answer: Reply) {
    const server = await anHttpServer(() => answer);
    return {
      ...aDevice(server),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }

  test('of the feed shows the others, and is requested again without a tag', async () => {
    await using reader = await aReader(tagged([ofTheFuture, other]));
    await reader.publicStore.tips.put(serverTip());

    expect(await reader.refreshes({ what: 'feed' })).toBe('fresh');

    expect((await reader.publicStore.tips.toCollection().primaryKeys()).toSorted()).toEqual(
      [tipId, tipsterId].toSorted(),
    );
    expect(await pagesOf(reader.publicStore, 'feed')).toEqual([{ size: 1, next: null }]);
  });

  test('of fixtures, tipsters and an administrator’s tickets shows the others, too', async () => {
    const league = { key: 'soccer_epl', title: 'EPL', group: 'Soccer - Europe', details: 'EPL' };
    const fixture = {
      id: 'one',
      sportKey: 'soccer_epl',
      home: 'Arsenal',
      away: 'Chelsea',
      kickOff: '2026-03-02T15:00:00.000Z',
      status: 'scheduled',
    };
    const { id, firstName, lastName, picture, country, state, address, createdAt, isTipster } =
      profile();
    const record = { settled: 0, won: 0, lost: 0, flatProfit: 0 };
    const named = { id, firstName, lastName, picture, country, state, address };
    const tipster = { ...named, createdAt, isTipster, followers: 0, record, tips: [] };
    await using fixtures = await aReader(
      tagged({ leagues: [league], fixtures: [fixture, { id: 'two' }], pricedAt: null }),
    );
    await using tipsters = await aReader(tagged([tipster, { id: 'two' }]));
    await using tips = await aReader(tagged([ofTheFuture, other]));

    await fixtures.refreshes({ what: 'fixtures' });
    await tipsters.refreshes({ what: 'tipsters' });
    await tips.refreshes({ what: 'admin-tips' });

    expect(await tipsters.publicStore.tipsters.count()).toBe(1);
    expect(await tips.store.adminTips.count()).toBe(1);
    expect(await fixtures.publicStore.fixtures.count()).toBe(1);
    expect(await fixtures.publicStore.documents.get('fixtures')).not.toHaveProperty('etag');
    expect(await pagesOf(tipsters.publicStore, 'tipsters')).toEqual([{ size: 1, next: null }]);
    expect(await tips.store.documents.get('admin-tips')).not.toHaveProperty('etag');
  });

  test('is refused if no row can be parsed', async () => {
    await using reader = await aReader(tagged([{ hotel: 'Welcome' }]));
    await reader.publicStore.tips.put(serverTip());

    expect(await reader.refreshes({ what: 'feed' })).toBe('failed');
    expect(await reader.publicStore.tips.count()).toBe(1);
  });
});
