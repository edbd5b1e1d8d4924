import { liveQuery } from 'dexie';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OwnTipsQuery, readOwnTips } from '#client/data/tips/own-tip-queries.ts';
import type { Tip } from '#contract/tips.ts';
import { createId } from '#sync/ids.ts';
import { type MemberStore, toTipRow } from '#sync/storage/member-store.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { row, serverTip, tipPayload } from '../../../testing/engine/samples.ts';
import { eventually } from '../../../testing/clock/eventually.ts';

/** A phone with `count` tips and a live query of its own tips; `answers` has every result of the query. */
async function aList(count: number, which: OwnTipsQuery, operations: readonly OperationRow[] = []) {
  const { store } = databases();
  const ids = Array.from({ length: count }, (_, index) => idOf(index));
  await store.tips.bulkPut(ids.map((id, index) => toTipRow(oldTip(id, index))));
  await store.operations.bulkAdd([...operations]);
  const answers: string[][] = [];
  const watched = liveQuery(() => readOwnTips(store, which)).subscribe((shown) =>
    answers.push(shown.map(({ id }) => id)),
  );
  onTestFinished(() => watched.unsubscribe());
  await eventually(() => expect(answers).not.toEqual([]));
  return { store, answers, shown: () => answers.at(-1) };
}

/** The id of the tip at an index; a higher index means a newer tip. */
function idOf(index: number): string {
  return `0195a000-0000-7000-8000-${String(1000 + index).padStart(12, '0')}`;
}

function oldTip(id: string, index: number) {
  const creationTime = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  return serverTip({ id, creationTime });
}

const newest = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => idOf(from - 1 - index));

function bookingOf(index: number): OperationRow {
  const tipId = idOf(index);
  return row({ seq: index + 1, payload: { tipId } });
}

/** Stores a row as the pull does, and removes the operation that the row contains. */
async function pulled(store: MemberStore, tip: Tip): Promise<void> {
  await store.transaction('rw', store.tips, store.operations, async () => {
    await store.tips.put(toTipRow(tip));
    await store.operations.clear();
  });
}

describe('a page of own tips', () => {
  test('is full although all of the newest tips have unsent bookings', async () => {
    const bookings = Array.from({ length: 50 }, (_, index) => bookingOf(50 + index));

    const list = await aList(100, { booked: false, limit: 20 }, bookings);

    expect(list.answers).toEqual([newest(50, 20)]);
  });

  test('reads no more rows than it shows if no operation hides a row', async () => {
    const list = await aList(100, { booked: false, limit: 20 }, [bookingOf(3)]);
    let read = 0;
    list.store.tips.hook('reading', (found) => {
      read += 1;
      return found;
    });

    await list.store.operations.add(bookingOf(4));
    await eventually(() => expect(list.answers).toHaveLength(2));

    expect(list.shown()).toEqual(newest(100, 20));
    expect(read).toBeLessThanOrEqual(20);
  });

  test('shows an old ticket among the booked ones as soon as it is booked on this phone', async () => {
    const list = await aList(100, { booked: true, limit: 20 }, []);

    await list.store.operations.add(bookingOf(2));

    await eventually(() => expect(list.shown()).toEqual([idOf(2)]));
  });

  test('always shows a tip while its operation is replaced by its row', async () => {
    const id = createId();
    const payload = tipPayload({ id });
    const posting = row({ id, kind: 'tip.post', payload, sentEver: true });
    const list = await aList(3, { booked: false, limit: 20 }, [posting]);
    expect(list.shown()).toContain(id);

    await pulled(list.store, serverTip({ id, version: 7 }));

    await eventually(() => expect(list.answers.length).toBeGreaterThan(1));
    for (const shown of list.answers) expect(shown.filter((one) => one === id)).toEqual([id]);
  });

  test('never shows a booked ticket as a saved one while its operation is replaced by its row', async () => {
    const list = await aList(3, { booked: false, limit: 20 }, [bookingOf(1)]);
    const booked = { ...oldTip(idOf(1), 1), IsBooked: true, version: 7 };

    await pulled(list.store, booked);

    await eventually(() => expect(list.answers.length).toBeGreaterThan(1));
    for (const shown of list.answers) expect(shown).toEqual([idOf(2), idOf(0)]);
  });
});
