import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Operation } from '#sync/operations/operation.ts';
import { optimisticTips } from '#sync/optimistic-rows.ts';
import { parsePayload, operations, parseOperation } from '#sync/operations/registry.ts';
import { OperationRow } from '#sync/outbox/operation-row.ts';
import { pathOf } from '#sync/backend/api.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { memberId, row, serverTip, tipId } from '../../testing/engine/samples.ts';

/** A row as queued by an earlier build, and the request it was sent with. */
const Recorded = z.array(
  z.object({
    row: OperationRow,
    sends: z.object({
      method: z.string(),
      path: z.string(),
      body: z.optional(z.unknown()),
      file: z.optional(z.object({ field: z.string(), type: z.string() })),
    }),
  }),
);

// Append-only: rows of this form are stored on phones.
const recorded = Recorded.parse(
  JSON.parse(readFileSync(new URL('recorded-rows.json', import.meta.url), 'utf8'), inBytes),
);

/** JSON has no bytes. */
function inBytes(_name: string, value: unknown): unknown {
  const reported = z.object({ base64: z.string() }).safeParse(value);
  return reported.success ? new Uint8Array(Buffer.from(reported.data.base64, 'base64')) : value;
}

describe('rows that older builds have queued', () => {
  test.each(recorded)('$row.kind of version $row.v still means the same request', (stored) => {
    const meant = parseOperation(stored.row);
    if (typeof meant !== 'object') throw new Error(`It is ${meant}.`);
    const { operation, payload } = meant;

    const request = operation.request(payload);

    const { route, params, query, body, file } = request;
    expect({ method: route.method, path: pathOf(route, params, query) }).toEqual({
      method: stored.sends.method,
      path: stored.sends.path,
    });
    expect(body).toEqual(stored.sends.body);
    expect(file && { field: file.field, type: file.type }).toEqual(stored.sends.file);
  });

  test.each(recorded)('$row.kind of version $row.v still goes in its lane', ({ row: stored }) => {
    const meant = parseOperation(stored);
    if (typeof meant !== 'object') throw new Error(`It is ${meant}.`);

    expect(meant.operation.lane(meant.payload, stored.memberId)).toBe(stored.lane);
  });

  test('are recorded here of every kind in each of its versions', () => {
    const expected = Object.entries(operations).flatMap(([kind, { v }]) =>
      Array.from({ length: v }, (_, index) => `${kind} ${index + 1}`),
    );

    const stored = recorded.map(({ row: { kind, v } }) => `${kind} ${v}`);

    expect(stored.toSorted()).toEqual(expected.toSorted());
  });
});

/** Booking as a possible third version: two upcasts lead there from the first. */
const laterBooking: Operation = {
  ...operations['tip.book'],
  v: 3,
  upcast: {
    1: (payload) => ({ ...z.object({ tipId: z.string() }).parse(payload), stake: 0 }),
    2: (payload) => z.looseObject({ tipId: z.string() }).parse(payload),
  },
};

describe('an operation whose payload has changed since', () => {
  test.each([
    { v: 1, payload: { tipId }, reads: 'understood' },
    { v: 2, payload: { tipId, stake: 0 }, reads: 'understood' },
    { v: 3, payload: { tipId }, reads: 'understood' },
    { v: 4, payload: { tipId }, reads: 'needs-update' },
    { v: 1, payload: { of: 'something else' }, reads: 'unreadable' },
    { v: 0, payload: { tipId }, reads: 'unreadable' },
  ])('of version $v with $payload is $reads', ({ v, payload, reads }) => {
    const meant = parsePayload({ v, payload }, laterBooking);

    expect(typeof meant === 'object' ? 'understood' : meant).toBe(reads);
  });

  test('is brought up one version after the other', () => {
    const steps: number[] = [];
    const counted = (version: number) => (payload: unknown) => {
      steps.push(version);
      return payload;
    };

    parsePayload(
      { v: 1, payload: { tipId } },
      { ...laterBooking, upcast: { 1: counted(1), 2: counted(2) } },
    );

    expect(steps).toEqual([1, 2]);
  });

  test('is not changed on disk by being read', () => {
    const payload = Object.freeze({ tipId });

    parsePayload({ v: 1, payload }, laterBooking);

    expect(payload).toEqual({ tipId });
  });
});

describe('a kind that only a newer app knows', () => {
  test('waits, is shown, and leaves every other lane alone', async () => {
    const { store } = databases();
    const newer = row({ kind: 'tip.duplicate', v: 7, lane: 'tip:other', payload: { of: 'it' } });
    await store.operations.bulkAdd([newer, row({ seq: 2, memberId })]);

    const rows = await readOutbox(store);

    expect(rows.map(({ kind, state }) => [kind, state])).toEqual([
      ['tip.duplicate', 'pending'],
      ['tip.book', 'pending'],
    ]);
    expect(optimisticTips([serverTip()], rows)).toMatchObject([{ IsBooked: true }]);
  });
});
