import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { startDrain } from '#sync/drain/drain.ts';
import { workingConnection } from '#sync/drain/state.ts';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { WatchedFactory } from '../../testing/engine/a-watched-factory.ts';
import {
  memberId,
  otherMemberId,
  row,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
  tokenOf,
} from '../../testing/engine/samples.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';

const follow = { tipsterId, following: true };

describe('sending the pending operations of a device', () => {
  test('posts a tip, then books it, in the order of the queue', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const payload = tipPayload();
    await device.queues('tip.post', payload);
    await device.queues('tip.book', { tipId: payload.id });

    await device.drains();

    expect(backend.effects).toEqual([`post ${payload.id}`, `book ${payload.id}`]);
    expect(await device.states()).toEqual(['acked', 'acked']);
    expect(device.outcomes).toEqual(['tip.post acked', 'tip.book acked']);
  });

  test('includes operations that are queued meanwhile', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    await device.queues('follow.set', follow);
    const draining = startDrain({
      memberId,
      store: device.store,
      api: device.api,
      ping: async () => ({ kind: 'answered', backend: touchlineBackend }),
      token: () => tokenOf(memberId),
      backend: () => touchlineBackend,
      session: () => 'signed-in',
      connectionState: workingConnection,
      clock: device.clock,
      random: () => 0,
    });

    await device.queues('tip.post', tipPayload());
    draining.notify('added');
    await draining.done;

    expect(await device.states()).toEqual(['acked', 'acked']);
  });

  test('reports when the next operation is due', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    backend.faults.push('unavailable');
    await device.queues('follow.set', follow);

    const { wakeAt } = await device.drains();

    expect(wakeAt).toBe(device.clock.now() + 500);
    device.clock.passes(500);
    await device.drains();
    expect(await device.states()).toEqual(['acked']);
  });

  test('ends after one drain and leaves the rest for the next one', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    await device.queues('follow.set', follow);
    const whileSending = async () => {
      device.clock.passes(10_000);
      return { kind: 'answered' as const, backend: touchlineBackend };
    };

    const end = await device.drains({ backend: () => undefined, ping: whileSending });

    expect(end.wakeAt).toBe(device.clock.now());
    expect(backend.changesSent()).toEqual([]);
  });

  test('holds the lock of this member’s outbox, and releases it', async () => {
    await using backend = await aBackend();
    const names: string[] = [];
    const device = aDevice(backend);
    const locks = {
      async request<Result>(name: string, _: object, run: () => Promise<Result>): Promise<Result> {
        names.push(name);
        return run();
      },
    };

    await device.drains({ locks });

    expect(names).toEqual([`touchline:outbox:${memberId}`]);
  });
});

describe('the key of an operation', () => {
  test('never changes once it was sent', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const { id } = await device.queues('follow.set', follow);
    backend.faults.push('lost-answer', 'unavailable', 'portal', 'operation-in-progress');

    for (let attempt = 0; attempt < 5; attempt += 1) {
      await device.drains();
      device.clock.passes(300_000);
    }

    const keys = backend.changesSent().map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([id, id, id, id, id]);
    expect(backend.effects).toHaveLength(1);
    expect(await device.states()).toEqual(['acked']);
  });

  test('is sent with the same bytes after a restart and an update of the app', async () => {
    await using backend = await aBackend();
    const indexedDB = new IDBFactory();
    const before = aDevice({ ...backend, indexedDB });
    const payload = tipPayload({ analysis: 'Home form' });
    await before.queues('tip.post', payload);
    backend.faults.push('lost-answer');
    await before.drains();
    before.store.close();

    const after = aDevice({ ...backend, indexedDB });
    const [stored] = await after.outbox();
    if (stored) await after.store.operations.put({ ...stored, payload: { ...payload, stake: 9 } });
    after.clock.passes(300_000);
    await after.drains();

    const bodies = new Set(backend.changesSent().map(({ body }) => body));
    expect(bodies.size).toBe(1);
    expect(backend.changesSent()).toHaveLength(2);
    expect(await after.states()).toEqual(['acked']);
  });
});

describe('an operation', () => {
  test('has one effect when two tabs without locks send it at the same time', async () => {
    await using backend = await aBackend();
    const indexedDB = new IDBFactory();
    const tabs = [aDevice({ ...backend, indexedDB }), aDevice({ ...backend, indexedDB })] as const;
    await tabs[0].queues('follow.set', follow);

    await Promise.all(tabs.map((tab) => tab.drains()));

    expect(backend.effects).toEqual([`follow ${tipsterId} true`]);
    expect(await tabs[1].states()).toEqual(['acked']);
  });
});

describe('another member’s operation', () => {
  test.each([
    { what: 'while another member is logged in', session: undefined },
    { what: 'if another member logs in before the request', session: 'signed-in' as const },
  ])('is never sent $what', async ({ session }) => {
    await using backend = await aBackend();
    const more = { ...(session && { session: () => session }) };
    const device = aDevice({ ...backend, token: () => tokenOf(otherMemberId), ...more });
    await device.queues('follow.set', follow);

    await device.drains();

    expect(backend.requests).toEqual([]);
    expect(await device.states()).toEqual(['pending']);
  });
});

test('a long queue is paused, and resumed, with one write each', async () => {
  await using backend = await aBackend();
  let token = tokenOf(memberId, 'old');
  const disk = new WatchedFactory();
  const device = aDevice({ ...backend, token: () => token, indexedDB: disk });
  backend.takesOnly(tokenOf(memberId, 'new'));
  backend.tips.set(tipId, serverTip());
  // All operations have one subject, so only the first can be sent.
  await device.store.operations.bulkAdd([1, 2, 3, 4, 5].map((seq) => row({ seq, baseVersion: 1 })));
  const writesDuring = async (work: () => Promise<unknown>) => {
    const before = disk.opened.length;
    await work();
    return disk.opened.slice(before).filter(({ mode }) => mode === 'readwrite').length;
  };

  // One write marks the first operation, and one stores its refusal and pauses the others.
  expect(await writesDuring(() => device.drains())).toBe(2);
  expect(await device.states()).toEqual(Array.from({ length: 5 }, () => 'blocked'));

  token = tokenOf(memberId, 'new');
  // One write marks the first operation, four store a result and mark the next, one stores a
  // result.
  expect(await writesDuring(() => device.drains())).toBe(1 + 4 + 1);
});

test('a login that arrives while an older one is refused sends the same bytes', async () => {
  await using backend = await aBackend();
  let refused = 0;
  backend.takesOnly(tokenOf(memberId, 'new'));
  // The new token is stored before the response to the request with the old token arrives.
  const token = () => tokenOf(memberId, backend.changesSent().length > 0 ? 'new' : 'old');
  const device = aDevice({ ...backend, token });
  await device.queues('follow.set', follow);

  const { wakeAt } = await device.drains({ onUnauthorised: () => (refused += 1) });
  expect(refused).toBe(0);
  expect(await device.states()).toEqual(['unknown']);
  device.clock.passes((wakeAt ?? 0) - device.clock.now());
  await device.drains();

  expect(await device.states()).toEqual(['acked']);
  expect(backend.effects).toHaveLength(1);
});
