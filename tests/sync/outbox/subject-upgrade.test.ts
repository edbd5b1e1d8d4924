import { readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { queueOperation, readOutboxForDrain, readOutbox } from '#sync/outbox/outbox.ts';
import { parseOperation } from '#sync/operations/registry.ts';
import { databaseNameOf, MemberStore } from '#sync/storage/member-store.ts';
import { leg, memberId, serverTip, tipId } from '../../testing/engine/samples.ts';

type Stored = Omit<OperationRow, 'subjects'> & { lane: string; deps: string[] };

const recorded: { row: Stored }[] = JSON.parse(
  readFileSync(new URL('../operations/recorded-rows.json', import.meta.url), 'utf8'),
);

/** The outbox that this build reads after a build with version 2 has stored these rows. */
async function upgraded(rows: readonly Stored[]): Promise<OperationRow[]> {
  return readOutbox(await openUpgraded(rows));
}

async function openUpgraded(rows: readonly Stored[]): Promise<MemberStore> {
  const indexedDB = new IDBFactory();
  const before = new Dexie(databaseNameOf(memberId), { indexedDB, IDBKeyRange });
  before.version(2).stores({
    operations: '++seq, &id, lane, *deps',
    laneVersions: 'lane',
    adminTips: 'id, creationTime',
  });
  await before.table('operations').bulkAdd([...rows]);
  await before.table('adminTips').add(serverTip({ options: [leg({ fixtureId: 'fixture-9' })] }));
  await before.table('laneVersions').add({ lane: `tip:${tipId}`, version: 5 });
  before.close();
  return new MemberStore(memberId, { indexedDB, IDBKeyRange });
}

const sent = { method: 'PUT', path: '/x', body: '{"a":1}', ifMatch: 3 };
const stored = (seq: number, kind: string, values: Partial<Stored>): Stored => ({
  seq,
  id: `row-${seq}`,
  memberId,
  kind,
  v: 1,
  lane: `tip:${tipId}`,
  deps: [],
  payload: { tipId },
  state: 'pending',
  attempts: 0,
  nextAt: 0,
  notBefore: 0,
  sentEver: false,
  queuedAt: '2026-03-01T11:00:00.000Z',
  log: [],
  ...values,
});

test.each(recorded.filter(({ row }) => row.kind !== 'picture.set'))(
  'an operation of an earlier build gets the subjects of its payload: $row.kind',
  async ({ row }) => {
    const [read] = await upgraded([row]);

    const parsed = read && parseOperation(read);
    if (typeof parsed !== 'object') throw new Error('It cannot be read.');
    expect(read?.subjects).toEqual(
      expect.arrayContaining(parsed.operation.subjects(parsed.payload)),
    );
    expect(read?.subjects[0]).toBe(parsed.operation.subjects(parsed.payload)[0]);
  },
);

test('ids, keys, sent bytes and the version of its subject stay', async () => {
  const row = stored(1, 'tip.book', { state: 'unknown', sentEver: true, sent });

  const [read] = await upgraded([Object.assign(row, { laneVersion: 7 })]);

  const { lane: _lane, deps: _deps, ...rest } = row;
  expect(read).toEqual({
    ...rest,
    subjects: [`tip:${tipId}`],
    ownVersion: 7,
    laneVersion: undefined,
  });
});

test('a confirmation keeps its position behind decisions about its games, also unlisted ones', async () => {
  const rows = await upgraded([
    stored(1, 'result.set', {
      lane: 'fixture:fixture-1',
      payload: { fixtureId: 'fixture-1', game: 'A Vs B', status: 'played' },
    }),
    stored(2, 'tips.confirm', { lane: 'confirmations', payload: { ids: [tipId] } }),
  ]);

  expect(rows[1]?.subjects).toEqual([`tip:${tipId}`, 'fixture:fixture-9', 'fixture:fixture-1']);
});

test('an operation has the subjects of those that it depended on', async () => {
  const rows = await upgraded([
    stored(1, 'tip.withdraw', { formerly: ['before'] }),
    stored(2, 'follow.set', {
      lane: 'follow:ada',
      deps: ['before'],
      payload: { tipsterId: 'ada', following: true },
    }),
  ]);

  expect(rows[1]?.subjects).toEqual(['follow:ada', `tip:${tipId}`]);
});

test('the version in the response to an own operation is stored for later ones', async () => {
  const store = await openUpgraded([stored(1, 'tip.book', { baseVersion: 4 })]);

  expect(await readOutboxForDrain(store)).toMatchObject([{ baseVersion: 4, ownVersion: 5 }]);
});

test('the rest of a partly undone confirmation keeps the games of its tickets', async () => {
  const other = '0190a3b2-0000-7000-8000-00000000000b';
  const store = await openUpgraded([
    stored(1, 'tips.confirm', { lane: 'confirmations', payload: { ids: [tipId, other] } }),
  ]);

  await queueOperation(store, { memberId, kind: 'tips.reopen', payload: { ids: [other] } });

  expect(await readOutbox(store)).toMatchObject([
    { kind: 'tips.confirm', subjects: [`tip:${tipId}`, 'fixture:fixture-9'] },
  ]);
});

test('a post that waits for a withdrawal contains that tip in its payload', async () => {
  const rows = await upgraded([
    stored(1, 'tip.withdraw', {}),
    ...recorded
      .filter(({ row }) => row.kind === 'tip.post')
      .map(({ row }) => ({ ...row, seq: 2, deps: ['row-1'] })),
  ]);

  expect(rows[1]?.state).not.toBe('unreadable');
  expect(rows[1]?.subjects).toContain(`tip:${tipId}`);
  expect(rows[1]?.payload).toMatchObject({ after: [tipId] });
});

describe('a row that an open page of an earlier build writes after the upgrade', () => {
  async function writtenLate(rows: readonly Stored[]): Promise<MemberStore> {
    const store = await openUpgraded([]);
    await store.table('operations').bulkAdd([...rows]);
    return store;
  }
  const rows = [
    stored(1, 'tip.book', {
      state: 'unknown',
      sentEver: true,
      sent,
    }),
    stored(2, 'tips.confirm', { lane: 'confirmations', payload: { ids: [tipId] } }),
  ];

  test('is parsed with its subjects', async () => {
    const store = await writtenLate(rows);

    expect(await readOutbox(store)).toMatchObject([
      { id: 'row-1', state: 'unknown', subjects: [`tip:${tipId}`], sent },
      { id: 'row-2', state: 'pending', subjects: [`tip:${tipId}`] },
    ]);
  });

  test('is stored with its subjects, and the games of its tickets, before the next drain', async () => {
    const store = await writtenLate(rows);

    await readOutboxForDrain(store);

    const found = await store.operations.where('subjects').equals('fixture:fixture-9').toArray();
    expect(found).toMatchObject([{ id: 'row-2' }]);
  });

  test('that is unreadable stays unchanged', async () => {
    const store = await writtenLate([stored(1, 'tip.book', { payload: 'nonsense' })]);

    await readOutboxForDrain(store);

    expect(await store.table('operations').toArray()).toMatchObject([{ payload: 'nonsense' }]);
  });
});
