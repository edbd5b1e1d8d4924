import { describe, expect, test } from 'vitest';
import {
  discardOperation,
  queueOperation,
  restoreDiscarded,
  readOutbox,
} from '#sync/outbox/outbox.ts';
import { databases, queued } from '../../testing/engine/a-device.ts';
import { WatchedFactory } from '../../testing/engine/a-watched-factory.ts';
import { memberId, row, tipId, tipPayload, tipsterId } from '../../testing/engine/samples.ts';

const booking = { memberId, kind: 'tip.book' as const, payload: { tipId } };

describe('queueing a change', () => {
  test('asks for strict durability and resolves after the transaction completes', async () => {
    const disk = new WatchedFactory();
    const { store } = databases(memberId, disk);

    await queueOperation(store, booking);

    const writes = disk.opened.filter(({ mode }) => mode === 'readwrite');
    expect(writes).toMatchObject([{ durability: 'strict', completed: true }]);
  });

  test('stores it for the next reader of the outbox, in order', async () => {
    const first = databases();
    await queueOperation(first.store, booking);
    await queueOperation(first.store, {
      memberId,
      kind: 'follow.set',
      payload: { tipsterId, following: true },
    });
    first.store.close();

    const { store } = databases(memberId, first.indexedDB);

    const kinds = (await readOutbox(store)).map(({ kind }) => kind);
    expect(kinds).toEqual(['tip.book', 'follow.set']);
  });

  test('rejects, and queues nothing, when the storage fails', async () => {
    const disk = new WatchedFactory();
    const { store } = databases(memberId, disk);
    disk.fails = ({ mode }) => mode === 'readwrite';

    await expect(queueOperation(store, booking)).rejects.toThrow('disk is full');
    expect(await readOutbox(store)).toEqual([]);
  });

  test('gives a posted tip its own id as key', async () => {
    const { store } = databases();
    const payload = tipPayload();

    const posting = await queued(store, { memberId, kind: 'tip.post', payload });

    expect(posting.id).toBe(payload.id);
    expect(posting.subjects).toEqual([`tip:${payload.id}`]);
  });

  test('queues the same tip once when the button is tapped twice', async () => {
    const { store } = databases();
    const posting = { memberId, kind: 'tip.post' as const, payload: tipPayload() };

    const [one, other] = await Promise.all([queued(store, posting), queued(store, posting)]);

    expect(one.seq).toBe(other.seq);
    expect(await readOutbox(store)).toHaveLength(1);
  });

  test('is refused if the payload does not match the operation', async () => {
    const { store } = databases();

    await expect(
      queueOperation(store, {
        memberId,
        kind: 'tip.post',
        payload: { ...tipPayload(), stake: 1.5 },
      }),
    ).rejects.toThrow('stake');
  });
});

describe('an outbox with an unreadable row', () => {
  test.each([
    { what: 'a payload of another shape', broken: { payload: { tip: 7 } } },
    { what: 'a state there is not', broken: { state: 'lost' } },
    { what: 'no subjects', broken: { subjects: undefined } },
  ])('shows that row and the others: $what', async ({ broken }) => {
    const { store } = databases();
    const raw = { ...row(), ...broken };
    await store.operations.add(JSON.parse(JSON.stringify(raw)));
    await queueOperation(store, { ...booking, payload: { tipId: tipsterId } });

    const rows = await readOutbox(store);

    expect(rows.map(({ state }) => state)).toEqual(['unreadable', 'pending']);
    expect(rows[0]).toMatchObject({ id: row().id, problem: { code: 'unreadable' } });
  });

  test('lets the person discard it', async () => {
    const { store } = databases();
    await store.operations.add(JSON.parse('{"kind":5}'));
    const [broken] = await readOutbox(store);

    expect(await discardOperation(store, broken?.id ?? '')).toHaveLength(1);
    expect(await readOutbox(store)).toEqual([]);
  });
});

describe('discarding an operation', () => {
  test('discards the operations that need a discarded tip, and nothing else', async () => {
    const { store } = databases();
    const payload = tipPayload();
    await queueOperation(store, { memberId, kind: 'tip.post', payload });
    await queueOperation(store, { ...booking, payload: { tipId: payload.id } });
    const stored = await queued(store, booking);

    await discardOperation(store, payload.id);

    expect((await readOutbox(store)).map(({ id }) => id)).toEqual([stored.id]);
  });

  test('unblocks operations that waited for it, unless they need what it creates', async () => {
    const { store } = databases();
    const kind = 'tip.withdraw';
    const withdrawal = await queued(store, { memberId, kind, payload: { tipId } });
    const corrected = tipPayload();
    await queued(store, { memberId, kind: 'tip.post', payload: { ...corrected, after: [tipId] } });

    await discardOperation(store, withdrawal.id);

    expect((await readOutbox(store)).map(({ id }) => id)).toEqual([corrected.id]);
  });

  test('reports if it was removed before', async () => {
    const { store } = databases();

    expect(await discardOperation(store, 'gone')).toEqual([]);
  });
});

describe('undoing a discard', () => {
  const sent = { method: 'PUT', path: '/x', body: '{}' };
  const broken = { seq: 4, kind: 5 };

  test('restores the operation with key, position and bytes, and all that were discarded with it', async () => {
    const { store } = databases();
    const payload = tipPayload();
    const kind = 'tip.post';
    await store.operations.bulkAdd([
      row({ seq: 1 }),
      row({ seq: 2, id: payload.id, kind, payload, state: 'unknown', sentEver: true, sent }),
      row({ seq: 3, payload: { tipId: payload.id } }),
      row({ seq: 5, kind: 'text.erase', payload: { tipId: payload.id } }),
    ]);
    const before = await store.operations.toArray();

    const dropped = await discardOperation(store, payload.id);
    expect(await readOutbox(store)).toHaveLength(1);
    const back = await restoreDiscarded(store, dropped);

    expect(back).toBe(3);
    expect(await store.operations.toArray()).toEqual(before);
  });

  test('restores an unreadable one unchanged', async () => {
    const { store } = databases();
    await store.operations.add(JSON.parse(JSON.stringify(broken)));

    const [unreadable] = await readOutbox(store);
    await restoreDiscarded(store, await discardOperation(store, unreadable?.id ?? ''));

    expect(await store.operations.toArray()).toEqual([broken]);
  });

  test('restores its position before operations that were queued meanwhile', async () => {
    const { store } = databases();
    const first = await queued(store, booking);
    const dropped = await discardOperation(store, first.id);
    const second = await queued(store, booking);

    await restoreDiscarded(store, dropped);

    expect((await readOutbox(store)).map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test('restores nothing twice', async () => {
    const { store } = databases();
    const { id } = await queued(store, booking);
    const dropped = await discardOperation(store, id);

    const counts = [await restoreDiscarded(store, dropped), await restoreDiscarded(store, dropped)];

    expect(counts).toEqual([1, 0]);
    expect(await readOutbox(store)).toHaveLength(1);
  });
});
