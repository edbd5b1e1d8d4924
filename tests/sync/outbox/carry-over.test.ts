import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { carryOverMemberData, type CarryOverRules } from '#sync/storage/carry-over.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { memberId, row } from '../../testing/engine/samples.ts';

const own: CarryOverRules = { isOwn: (name) => name === 'slip', merge: (later) => later };

function twoDatabases() {
  return [
    databases(memberId, new IDBFactory()).store,
    databases(memberId, new IDBFactory()).store,
  ] as const;
}

test('operations are appended to those of the target, with their ids and frozen requests', async () => {
  const [source, target] = twoDatabases();
  await target.operations.bulkAdd([row({ seq: 1, id: 'old-1' }), row({ seq: 5, id: 'old-2' })]);
  const frozen = row({ seq: 1, id: 'new-1', state: 'unknown', sentEver: true });
  await source.operations.bulkAdd([frozen, row({ seq: 2, id: 'new-2' })]);

  await carryOverMemberData(source, target, own);

  const rows = await readOutbox(target);
  expect(rows.map(({ id }) => id)).toEqual(['old-1', 'old-2', 'new-1', 'new-2']);
  expect(rows[2]).toEqual({ ...frozen, seq: 6 });
});

test('an operation that the target already has is not added, also in a second run', async () => {
  const [source, target] = twoDatabases();
  await target.operations.add(row({ seq: 4, id: 'both', state: 'unknown', sentEver: true }));
  await source.operations.bulkAdd([row({ seq: 1, id: 'both' }), row({ seq: 2, id: 'new' })]);

  await carryOverMemberData(source, target, own);
  await carryOverMemberData(source, target, own);

  const rows = await readOutbox(target);
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    ['both', 'unknown'],
    ['new', 'pending'],
  ]);
});

test('no version is lowered, and rows of the server are not copied', async () => {
  const [source, target] = twoDatabases();
  await target.versions.bulkPut([
    { subject: 'a', version: 5 },
    { subject: 'b', version: 1 },
  ]);
  await source.versions.bulkPut([
    { subject: 'a', version: 2 },
    { subject: 'b', version: 2 },
    { subject: 'c', version: 1 },
  ]);
  await source.documents.bulkPut([
    { name: 'slip', value: 1, fetchedAt: 1 },
    { name: 'cursor', value: 1, fetchedAt: 1 },
  ]);

  await carryOverMemberData(source, target, own);

  expect(await target.versions.toArray()).toEqual([
    { subject: 'a', version: 5 },
    { subject: 'b', version: 2 },
    { subject: 'c', version: 1 },
  ]);
  const names = (await target.documents.toArray()).map(({ name }) => name);
  expect(names).toContain('slip');
  expect(names).not.toContain('cursor');
});
