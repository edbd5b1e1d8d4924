import { describe, expect, test } from 'vitest';
import { freshConnection } from '#sync/drain/state.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { enqueue, readOutbox } from '#sync/outbox/outbox.ts';
import type { MemberStore } from '#sync/storage/member-store.ts';
import { aBackend } from '../../testing/engine/a-backend.ts';
import { aDevice, databases, queued } from '../../testing/engine/a-device.ts';
import {
  leg,
  memberId,
  profile,
  tipId,
  tipPayload,
  tipsterId,
} from '../../testing/engine/samples.ts';
import { ownBackend } from '#sync/backend/backend.ts';

const { email, firstName, lastName, country, phoneNumber, state, address } = profile();
const form = { id: memberId, email, firstName, lastName, country, phoneNumber, state, address };

const follows = (store: MemberStore, following: boolean, known?: boolean) =>
  enqueue(store, {
    memberId,
    kind: 'follow.set',
    payload: { tipsterId, following },
    ...(known !== undefined && { serverRow: async () => ({ tipsterId, following: known }) }),
  });

const payloads = async (store: MemberStore) =>
  (await readOutbox(store)).map(({ payload }) => payload);

/** Changes the lane's operation before the next one is queued. */
const change = async (store: MemberStore, values: Partial<OperationRow>) => {
  await store.operations.toCollection().modify((row) => {
    Object.assign(row, values);
  });
};

describe('a follow that was never sent', () => {
  test('cancels out with an unfollow, and nothing goes out', async () => {
    await using backend = await aBackend();
    const { store, drains } = aDevice(backend);

    await follows(store, true, false);
    const second = await follows(store, false, false);
    await drains();

    expect(second).toBeUndefined();
    expect(backend.changesSent()).toEqual([]);
  });

  test.each([
    { base: true, why: 'the server has it otherwise' },
    { base: undefined, why: 'nobody knows what the server has' },
  ])('makes way for the last word where base is $base: $why', async ({ base }) => {
    const { store } = databases();
    const first = await follows(store, true, base);

    const second = await follows(store, false, base);

    expect(await payloads(store)).toEqual([{ tipsterId, following: false }]);
    expect(second?.id).not.toBe(first?.id);
    expect(second?.seq).toBeGreaterThan(first?.seq ?? 0);
  });

  test('cancels out against what was answered last, though the pull has not brought it', async () => {
    const { store } = databases();
    await follows(store, true, false);
    await change(store, { state: 'acked', sentEver: true });
    await follows(store, false, false);

    const last = await follows(store, true, false);

    expect(last).toBeUndefined();
    expect(await readOutbox(store)).toMatchObject([{ state: 'acked' }]);
  });

  test('keeps the last word while the outcome of an earlier one is open', async () => {
    const { store } = databases();
    await follows(store, true, false);
    await change(store, { state: 'unknown', sentEver: true });
    await follows(store, false, true);

    await follows(store, true, true);

    expect(await payloads(store)).toEqual([
      { tipsterId, following: true },
      { tipsterId, following: true },
    ]);
  });

  test('is compared with the row that lies on this device at that moment', async () => {
    const { store } = databases();
    const kind = 'follow.set';
    const serverRow = async () => store.follows.get(tipsterId);
    await enqueue(store, { memberId, kind, payload: { tipsterId, following: true }, serverRow });
    await store.follows.put({ tipsterId, following: false });

    const payload = { tipsterId, following: false };
    expect(await enqueue(store, { memberId, kind, payload, serverRow })).toBeUndefined();
  });
});

describe('an operation that may have been sent', () => {
  test.each([
    { state: 'sending' as const, sentEver: true },
    { state: 'unknown' as const, sentEver: true },
    { state: 'pending' as const, sentEver: true },
    { state: 'acked' as const, sentEver: true },
    { state: 'blocked' as const, sentEver: false },
  ])('stays as it is when it is $state, sent: $sentEver', async (values) => {
    const { store } = databases();
    const first = await follows(store, true);
    await change(store, values);

    await follows(store, false);

    const rows = await readOutbox(store);
    expect(rows).toMatchObject([{ id: first?.id, ...values }, { state: 'pending' }]);
  });

  test('stays when another waits for it by its id', async () => {
    const { store } = databases();
    const first = await follows(store, true, false);
    const deps = [first?.id ?? ''];
    await enqueue(store, { memberId, kind: 'tip.post', payload: tipPayload(), deps });

    await follows(store, false, false);

    expect(await readOutbox(store)).toHaveLength(3);
  });
});

describe('a drain that holds an operation which is joined with another', () => {
  test('finds it gone when it marks it, and sends the last word alone', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const first = await follows(device.store, true);

    await device.drains({
      connectionState: freshConnection,
      // The drain has read the outbox when it pings the server.
      ping: async () => {
        await follows(device.store, false);
        return { kind: 'answered', backend: ownBackend };
      },
    });
    await device.drains();

    expect(backend.effects).toEqual([`follow ${tipsterId} false`]);
    expect(backend.requests.map(({ headers }) => headers['idempotency-key'])).not.toContain(
      first?.id,
    );
  });
});

describe('profile saves', () => {
  test('become one with the last values, and keep switches that only the first set', async () => {
    const { store } = databases();
    const kind = 'profile.save';
    const switches = { showPhone: true, isTipster: false };
    await enqueue(store, { memberId, kind, payload: { ...form, ...switches } });

    await enqueue(store, { memberId, kind, payload: { ...form, firstName: 'Bola' } });

    expect(await payloads(store)).toEqual([{ ...form, firstName: 'Bola', ...switches }]);
  });

  test('go with the picture that follows them, but never take a picture with them', async () => {
    const { store } = databases();
    const picture = { ...form, bytes: new Uint8Array([1, 2]), type: 'image/png' };
    await enqueue(store, { memberId, kind: 'profile.save', payload: form });
    await enqueue(store, { memberId, kind: 'picture.set', payload: picture });

    await enqueue(store, { memberId, kind: 'profile.save', payload: form });

    const kinds = (await readOutbox(store)).map(({ kind }) => kind);
    expect(kinds).toEqual(['picture.set', 'profile.save']);
  });
});

describe('prices that were never sent', () => {
  const [one, two] = ['fixture-1', 'fixture-2'].map((fixtureId) => ({ fixtureId, game: 'A Vs B' }));
  const legs = [leg(), leg({ fixtureId: 'fixture-2' })];
  const prices = (changes: { fixtureId: string; game: string; odd: number }[]) => ({
    memberId,
    kind: 'odds.set' as const,
    payload: { tipId, legs, changes },
  });

  test('keep the last price of each leg and the oldest version that was seen', async () => {
    if (!one || !two) throw new Error('There are two legs.');
    const { store } = databases();
    const first = prices([
      { ...one, odd: 2 },
      { ...two, odd: 3 },
    ]);
    await enqueue(store, { ...first, baseVersion: 4 });

    const second = await enqueue(store, { ...prices([{ ...one, odd: 5 }]), baseVersion: 6 });

    expect(second).toMatchObject({ baseVersion: 4 });
    expect(await payloads(store)).toMatchObject([
      {
        changes: [
          { ...two, odd: 3 },
          { ...one, odd: 5 },
        ],
      },
    ]);
  });
});

describe('a tip that was withdrawn before anybody sent it', () => {
  test('never goes out, and neither does what was to follow it', async () => {
    await using backend = await aBackend();
    const device = aDevice(backend);
    const payload = tipPayload();
    const about = { tipId: payload.id };
    await device.queues('tip.post', payload);
    await device.queues('tip.book', about);

    const kind = 'tip.withdraw';
    const remaining = await enqueue(device.store, { memberId, kind, payload: about });
    await device.drains();

    expect(remaining).toBeUndefined();
    expect(backend.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await device.sees()).toEqual([]);
  });

  test('is withdrawn on the server when it may have arrived', async () => {
    const { store } = databases();
    const payload = tipPayload();
    await queued(store, { memberId, kind: 'tip.post', payload });
    await change(store, { state: 'unknown', sentEver: true });
    const about = { tipId: payload.id };
    await queued(store, { memberId, kind: 'tip.book', payload: about });

    const remaining = await queued(store, { memberId, kind: 'tip.withdraw', payload: about });

    expect(remaining).toMatchObject({ kind: 'tip.withdraw', lane: `tip:${payload.id}` });
    const kinds = (await readOutbox(store)).map(({ kind }) => kind);
    expect(kinds).toEqual(['tip.post', 'tip.withdraw']);
  });
});

describe('a disk that fails in the middle of joining', () => {
  test('keeps both, since the last word is safe by then', async () => {
    const { store } = databases();
    const first = await follows(store, true, false);
    const hook = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    store.operations.hook('deleting', hook);

    const second = await follows(store, false, false);

    expect((await readOutbox(store)).map(({ id }) => id)).toEqual([first?.id, second?.id]);
  });
});

describe('an operation that a drain takes up as soon as it is written', () => {
  test('is joined with nothing before it any more', async () => {
    const { store } = databases();
    const first = await follows(store, true, false);
    const add = store.operations.add.bind(store.operations);
    store.operations.add = (...row) =>
      add(...row).then(async (seq) => {
        await store.operations.update(seq, { state: 'sending', sentEver: true });
        return seq;
      });

    const second = await follows(store, false, false);

    expect(second).toMatchObject({ state: 'sending' });
    expect((await readOutbox(store)).map(({ id }) => id)).toEqual([first?.id, second?.id]);
  });
});

describe('an operation that has gone since it was written', () => {
  test('is not written again, and takes nothing with it', async () => {
    const { store } = databases();
    const first = await follows(store, true, false);
    const add = store.operations.add.bind(store.operations);
    store.operations.add = (...row) =>
      add(...row).then(async (seq) => {
        await store.operations.delete(seq);
        return seq;
      });

    const second = await follows(store, false, false);

    expect(second).toBeUndefined();
    expect((await readOutbox(store)).map(({ id }) => id)).toEqual([first?.id]);
  });
});

describe('two tabs that follow and unfollow at the same time', () => {
  test('leave one word, or one after the other, and never the older one last', async () => {
    const { store, indexedDB } = databases();
    const otherTab = databases(memberId, indexedDB).store;
    await Promise.all([store.open(), otherTab.open()]);

    const queuedRows = await Promise.all([follows(store, true), follows(otherTab, false)]);
    await follows(store, true);

    const last = (await payloads(store)).at(-1);
    expect(last).toEqual({ tipsterId, following: true });
    expect(queuedRows).not.toContain(undefined);
  });
});
