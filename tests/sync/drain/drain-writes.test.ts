import { describe, expect, test } from 'vitest';
import { writeDrainRows } from '#sync/drain/writes.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { row } from '../../testing/engine/samples.ts';

const request = { method: 'PUT', path: '/as/it/is', body: '{}' };
const sending = row({ state: 'sending', sentEver: true, attempts: 1, sent: request });

function ofItsOwn({ id, seq, subjects }: OperationRow) {
  return { id, seq, subjects };
}

async function anOutboxWith(...rows: OperationRow[]) {
  const { store } = databases();
  await store.operations.bulkAdd(rows);
  return store;
}

describe('the mark that operations are being sent', () => {
  test('is stored before they may be sent', async () => {
    const store = await anOutboxWith(row());

    const { sendable } = await writeDrainRows(store, { requestBatch: [{ row: sending, request }] });

    expect(sendable).toHaveLength(1);
    expect(await store.operations.toArray()).toEqual([sending]);
  });

  test.each([
    { why: 'it was removed', stored: [] },
    { why: 'another operation has its number', stored: [row({ id: 'another' })] },
  ])('allows no operation that was removed: $why', async ({ stored }) => {
    const store = await anOutboxWith(...stored);

    const marked = await writeDrainRows(store, { requestBatch: [{ row: sending, request }] });

    expect(marked).toEqual({
      outdated: [],
      sendable: [],
      removed: [sending.id],
      found: [],
    });
    expect(await store.operations.toArray()).toEqual(stored);
  });

  test.each([
    { why: 'the server has accepted it', stored: row({ state: 'acked', sent: request }) },
    { why: 'the server has refused it', stored: row({ state: 'rejected' }) },
    { why: 'another drain has sent it since it was read', stored: sending },
    {
      why: 'it was sent with other bytes',
      stored: { ...sending, sent: { ...request, ifMatch: 2 } },
    },
  ])('stops operations that another drain has processed: $why', async ({ stored }) => {
    const store = await anOutboxWith(stored);

    const marked = await writeDrainRows(store, { requestBatch: [{ row: sending, request }] });

    expect(marked).toEqual({ outdated: [], sendable: [], removed: [], found: [stored] });
    expect(await store.operations.toArray()).toEqual([stored]);
  });

  test.each([
    { why: 'another drain is sending the earlier one', before: [sending] },
    { why: 'the earlier one was accepted', before: [{ ...sending, state: 'acked' as const }] },
    { why: 'the earlier one was removed', before: [] },
  ])('stops an operation that would overtake a related one: $why', async ({ before }) => {
    const next = row({ id: 'next', seq: sending.seq + 1 });
    const other = row({ id: 'other', seq: sending.seq + 2, subjects: ['another'] });
    const store = await anOutboxWith(...before, next, other);

    const marked = await writeDrainRows(store, {
      requestBatch: [sending, next, other].map((one) => ({
        row: { ...sending, ...ofItsOwn(one) },
        request,
      })),
    });

    expect(marked.sendable.map((entry) => entry.row.id)).toEqual(['other']);
    expect(marked.found).toEqual([...before, next]);
    expect((await store.operations.get(next.seq))?.state).toBe('pending');
  });

  test('resets operations that a dead drain left as sending', async () => {
    const store = await anOutboxWith(sending);
    const again = { ...sending, attempts: 2 };

    const { sendable } = await writeDrainRows(store, { requestBatch: [{ row: again, request }] });

    expect(sendable).toHaveLength(1);
  });
});

describe('writing outcomes', () => {
  const acked = row({ ...sending, state: 'acked' });
  const unknown = row({ ...sending, state: 'unknown' });
  const rejected = row({ ...sending, state: 'rejected' });

  test.each([
    { stored: sending, outcomes: unknown, expected: unknown, why: 'this is its outcome' },
    {
      stored: acked,
      outcomes: unknown,
      expected: acked,
      why: 'another drain has stored a decision',
    },
    {
      stored: rejected,
      outcomes: unknown,
      expected: rejected,
      why: 'another drain has stored a decision',
    },
    { stored: unknown, outcomes: acked, expected: acked, why: 'the response is known now' },
    { stored: rejected, outcomes: acked, expected: acked, why: 'a success counts' },
    { stored: acked, outcomes: rejected, expected: acked, why: 'a success counts' },
    {
      stored: sending,
      outcomes: row(),
      expected: sending,
      why: 'it may have been sent',
    },
  ])(
    'changes $stored.state with $outcomes.state to $expected.state: $why',
    async ({ stored, outcomes, expected }) => {
      const store = await anOutboxWith(stored);

      await writeDrainRows(store, { outcomes: [outcomes] });

      expect(await store.operations.toArray()).toEqual([expected]);
    },
  );

  test('happens in one transaction with the mark of the next request', async () => {
    const next = row({ ...sending, id: 'next', seq: sending.seq + 1 });
    const store = await anOutboxWith(sending, row({ id: next.id, seq: next.seq }));

    const { sendable } = await writeDrainRows(store, {
      outcomes: [acked],
      requestBatch: [{ row: next, request }],
    });

    expect(sendable).toHaveLength(1);
    expect(await store.operations.toArray()).toEqual([acked, next]);
  });

  test('does not restore removed operations', async () => {
    const store = await anOutboxWith();

    await writeDrainRows(store, { outcomes: [unknown] });

    expect(await store.operations.count()).toBe(0);
  });
});
