import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { anHttpServer } from '../../testing/server/an-http-server.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { WatchedFactory } from '../../testing/engine/a-watched-factory.ts';
import {
  memberId,
  row,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
  profile,
} from '../../testing/engine/samples.ts';
import { specBackend } from '#sync/backend/spec-backend.ts';

const emptyPage = {
  cursor: 0,
  serverTime: '2026-03-01T12:00:00.000Z',
  more: false,
  tips: [],
  removed: [],
  follows: [],
  operations: [],
};

/** A server that answers pulls with these pages in order. */
function serverOfPages(...pages: Record<string, unknown>[]) {
  return anHttpServer(() => ({ status: 200, body: { ...emptyPage, ...pages.shift() } }));
}

describe('a change that was sent', () => {
  test('is shown from the tap to the pull, if the response comes first', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const payload = tipPayload();
    const seen: (string | undefined)[][] = [];
    const looks = async () =>
      seen.push(
        (await device.sees()).map(({ id, device }) =>
          id === payload.id ? (device?.state ?? 'posted') : undefined,
        ),
      );

    await device.queues('tip.post', payload);
    await looks();
    await device.drains();
    await looks();
    await device.pulls();
    await looks();

    expect(seen).toEqual([['saved'], ['posted'], ['posted']]);
    expect(await device.outbox()).toEqual([]);
  });

  test('is shown if the pull contains it before its response arrives', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const payload = tipPayload();
    await device.queues('tip.post', payload);
    backend.faults.push('lost-answer');
    await device.drains();
    expect(await device.sees()).toMatchObject([{ id: payload.id, device: { state: 'unknown' } }]);

    await device.pulls();

    const [posted] = await device.sees();
    expect(posted).toMatchObject({ id: payload.id });
    expect(posted).not.toHaveProperty('device');
    expect(await device.outbox()).toEqual([]);
  });

  test('is in no server row before the pull, whether it was accepted or refused', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const follows = [tipsterId, tipId].map((id) =>
      device.queues('follow.set', { tipsterId: id, following: true }),
    );
    const [first] = await Promise.all(follows);
    backend.faultsWithin.set(first?.id ?? '', 'not-allowed');

    await device.drains();

    expect((await device.states()).toSorted()).toEqual(['acked', 'rejected']);
    expect(await device.store.follows.count()).toBe(0);
    await device.pulls();
    expect(await device.store.follows.count()).toBe(1);
  });

  test('is shown if a pull does not contain it yet', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    backend.tips.set(tipId, serverTip());
    await device.store.tips.put({ ...serverTip(), booked: 0 });
    await device.queues('tip.book', { tipId });

    await device.pulls();

    expect(await device.sees()).toMatchObject([{ IsBooked: true, device: { state: 'saved' } }]);
    expect(await device.states()).toEqual(['pending']);
  });

  test('is reported as done if the pull contains it after a lost response', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    await device.queues('follow.set', { tipsterId, following: true });
    backend.faults.push('lost-answer');
    await device.drains();
    const repaired: string[] = [];

    await device.pulls(({ kind }) => repaired.push(kind));

    expect(repaired).toEqual(['follow.set']);
    expect(await device.outbox()).toEqual([]);
    expect(await device.store.follows.toArray()).toEqual([{ tipsterId, following: true }]);
  });

  test('does not count as done if the pull contains its refusal', async () => {
    const unknown = row({ state: 'unknown', sentEver: true });
    await using server = await serverOfPages({
      cursor: 3,
      operations: [{ id: unknown.id, status: 409 }],
    });
    const device = aDevice(server);
    await device.store.operations.add(unknown);

    await device.pulls();

    expect(await device.states()).toEqual(['unknown']);
  });

  test('is done when the pull contains it, although its response has not arrived', async () => {
    const sending = row({ state: 'sending', sentEver: true });
    await using server = await serverOfPages({
      cursor: 3,
      operations: [{ id: sending.id, status: 200 }],
    });
    const device = aDevice(server);
    await device.store.operations.add(sending);
    const repaired: string[] = [];

    await device.pulls(({ id }) => repaired.push(id));

    expect(await device.outbox()).toEqual([]);
    expect(repaired).toEqual([sending.id]);
  });

  test('is removed in one transaction with the rows that contain it, or not at all', async () => {
    await using backend = await aBackend();
    const disk = new WatchedFactory();
    const before = aDevice({ ...backend, indexedDB: disk });
    await before.queues('tip.post', tipPayload());
    await before.drains();
    before.store.operations.hook('deleting', () => {
      throw new Error('The disk is full.');
    });

    await expect(before.pulls()).rejects.toThrow('disk is full');

    expect(await before.store.tips.count()).toBe(0);
    expect(await before.states()).toEqual(['acked']);
    expect(await before.store.documents.get('cursor')).toBeUndefined();
    expect(await before.sees()).toHaveLength(1);
  });

  test('is removed by a later pull, although no page contains it any more', async () => {
    const acked = row({ state: 'acked', sentEver: true });
    await using server = await serverOfPages({ cursor: 5, more: true }, { cursor: 9 });
    const device = aDevice(server);
    await device.store.operations.bulkAdd([acked, row({ seq: 2, state: 'unknown' })]);

    await device.pulls();

    expect(await device.states()).toEqual(['unknown']);
  });

  test('stays if it was acknowledged after the request, and the page does not contain it', async () => {
    const sending = row({ state: 'sending', sentEver: true });
    let answers = async () => {};
    await using server = await anHttpServer(async () => {
      await answers();
      return { status: 200, body: { ...emptyPage, cursor: 4 } };
    });
    const device = aDevice(server);
    await device.store.operations.add(sending);
    answers = async () => {
      await device.store.operations.put({ ...sending, state: 'acked' });
    };

    await device.pulls();

    expect(await device.states()).toEqual(['acked']);
  });
});

describe('pulling', () => {
  test('requests pages from its cursor on, and stores them', async () => {
    await using server = await serverOfPages(
      { cursor: 5, more: true, tips: [serverTip()], follows: [{ tipsterId, following: true }] },
      { cursor: 9, profile: profile(), tips: [serverTip({ IsBooked: true, version: 2 })] },
    );
    const device = aDevice(server);

    expect(await device.pulls()).toBe('fresh');

    expect(server.requests.map(({ query }) => query.get('since'))).toEqual(['0', '5']);
    expect(await device.store.tips.get(tipId)).toMatchObject({ booked: 1, version: 2 });
    expect(await device.store.follows.count()).toBe(1);
    expect(await device.store.documents.get('profile')).toMatchObject({ value: profile() });
    expect(await device.store.documents.get('cursor')).toMatchObject({ value: 9 });
  });

  test('deletes removed tips', async () => {
    await using server = await serverOfPages({ cursor: 2, removed: [tipId] });
    const device = aDevice(server);
    await device.store.tips.put({ ...serverTip(), booked: 0 });

    await device.pulls();

    expect(await device.store.tips.count()).toBe(0);
  });

  test('deletes a withdrawn tip from the public tips as well', async () => {
    await using server = await serverOfPages({ cursor: 2, removed: [tipId] });
    const device = aDevice(server);
    await device.publicStore.tips.bulkPut([serverTip(), serverTip({ id: tipsterId })]);

    await device.pulls();

    expect(await device.publicStore.tips.toCollection().primaryKeys()).toEqual([tipsterId]);
  });

  test('reports that nothing has changed', async () => {
    await using server = await serverOfPages({ cursor: 0 });

    expect(await aDevice(server).pulls()).toBe('unchanged');
  });

  test('writes rows and cursor together or not at all', async () => {
    await using server = await serverOfPages({ cursor: 5, tips: [serverTip()] });
    const device = aDevice(server);
    device.store.documents.hook('creating', (key) => {
      if (key === 'cursor') throw new Error('The disk is full.');
    });

    await expect(device.pulls()).rejects.toThrow('disk is full');

    expect(await device.store.tips.count()).toBe(0);
    expect(await device.store.documents.get('cursor')).toBeUndefined();
  });

  test('does not apply a page if another tab has moved the cursor meanwhile', async () => {
    const indexedDB = new IDBFactory();
    const pages = [{ cursor: 5, tips: [serverTip({ version: 1 })] }];
    let otherTab = async () => {};
    await using server = await anHttpServer(async () => {
      await otherTab();
      return { status: 200, body: { ...emptyPage, ...pages[0] } };
    });
    const device = aDevice({ ...server, indexedDB });
    otherTab = async () => {
      await device.store.tips.put({ ...serverTip({ version: 4 }), booked: 0 });
      await device.store.documents.put({ name: 'cursor', value: 8, fetchedAt: 0 });
    };

    await device.pulls();

    expect(await device.store.tips.get(tipId)).toMatchObject({ version: 4 });
    expect(await device.store.documents.get('cursor')).toMatchObject({ value: 8 });
  });

  test('starts again if the server’s cursor is lower than the device’s', async () => {
    await using server = await serverOfPages({ cursor: 3, tips: [serverTip({ id: tipsterId })] });
    const device = aDevice(server);
    await device.store.tips.put({ ...serverTip(), booked: 0 });
    await device.store.documents.put({ name: 'cursor', value: 90, fetchedAt: 0 });

    await device.pulls();

    expect((await device.store.tips.toArray()).map(({ id }) => id)).toEqual([tipsterId]);
    expect(await device.store.documents.get('cursor')).toMatchObject({ value: 3 });
  });

  test('stops at a page that does not advance', async () => {
    await using server = await anHttpServer(() => ({
      status: 200,
      body: { ...emptyPage, more: true },
    }));

    expect(await aDevice(server).pulls()).toBe('failed');
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    { status: 401, outcome: 'unauthorised' },
    { status: 503, outcome: 'failed' },
  ])('leaves everything unchanged after a $status', async ({ status, outcome }) => {
    const body = { code: 'x', message: 'x' };
    await using server = await anHttpServer(() => ({ status, body }));
    const device = aDevice(server);
    await device.store.tips.put({ ...serverTip(), booked: 0 });

    expect(await device.pulls()).toBe(outcome);
    expect(await device.store.tips.count()).toBe(1);
  });
});

describe('a backend without a cursor', () => {
  const specTip = {
    _id: '64b0c0ffee',
    options: [{ game: 'Arsenal Vs Chelsea', oddName: '1X2 - 1', odd: 2, status: false }],
    creationTime: '2026-03-01T12:00:05Z',
    IsBooked: false,
  };

  test('sends its whole list, which removes earlier acknowledged operations', async () => {
    const payload = tipPayload();
    await using server = await anHttpServer(({ method, path }) => {
      if (method === 'POST') return { status: 200, body: { _id: '64b0c0ffee' } };
      if (path === '/api/tips') return { status: 200, body: [specTip] };
      return { status: 200, body: { _id: memberId, firstName: 'Ada', isTipster: 1 } };
    });
    const device = aDevice({ ...server, backend: specBackend });
    await device.queues('tip.post', payload);
    await device.drains({ ping: async () => ({ kind: 'answered', backend: specBackend }) });

    await device.pulls();

    expect(await device.sees()).toMatchObject([{ id: '64b0c0ffee', tipsterId: memberId }]);
    expect(await device.outbox()).toEqual([]);
    expect(await device.store.documents.get('profile')).toMatchObject({
      value: { firstName: 'Ada' },
    });
  });

  test('books a posted tip under the id that the backend gave it', async () => {
    const payload = tipPayload();
    await using server = await anHttpServer(({ method }) =>
      method === 'POST'
        ? { status: 200, body: { _id: '64b0c0ffee', options: payload.options } }
        : { status: 204, headers: { 'content-type': 'text/plain' } },
    );
    const device = aDevice({ ...server, backend: specBackend });
    await device.queues('tip.post', payload);
    await device.queues('tip.book', { tipId: payload.id });

    await device.drains({ ping: async () => ({ kind: 'answered', backend: specBackend }) });

    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/tips',
      '/api/tips/bookTicket/64b0c0ffee',
    ]);
    expect(await device.states()).toEqual(['acked', 'acked']);
  });

  test.each([{ hours: 24 }, { hours: -24 }])(
    'removes earlier acknowledged operations, although the clock moved by $hours hours',
    async ({ hours }) => {
      await using server = await anHttpServer(() => ({ status: 200, body: [] }));
      const device = aDevice({ ...server, backend: specBackend });
      const at = device.clock.now() + hours * 3_600_000;
      const acked = row({ state: 'acked', sentEver: true, ack: { status: 200, at } });
      await device.store.operations.add(acked);

      await device.pulls();

      expect(await device.outbox()).toEqual([]);
    },
  );

  test('has no list of follows, so the response becomes the row', async () => {
    await using server = await anHttpServer(() => ({ status: 200, body: [] }));
    const device = aDevice({ ...server, backend: specBackend });
    await device.queues('follow.set', { tipsterId, following: true });
    await device.drains({ ping: async () => ({ kind: 'answered', backend: specBackend }) });

    await device.pulls();

    expect(await device.store.follows.toArray()).toEqual([{ tipsterId, following: true }]);
    expect(await device.outbox()).toEqual([]);
  });
});
