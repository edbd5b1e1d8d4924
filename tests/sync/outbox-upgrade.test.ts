import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { MemberStore } from '#sync/member-store.ts';
import { enqueue, readOutbox } from '#sync/outbox.ts';
import { outboxName, OutboxStore } from '#sync/outbox-store.ts';
import { memberId, row, serverTip, tipId, tipsterId } from './support/samples.ts';

const booking = { memberId, kind: 'tip.book' as const, payload: { tipId } };

/** The outbox as the first build has it. */
class FirstOutbox extends Dexie {
  constructor(indexedDB: IDBFactory) {
    super(outboxName(memberId), { indexedDB, IDBKeyRange });
    this.version(1).stores({ operations: '++seq, &id, lane' });
  }
}

/** A phone with an outbox of the first build and rows in it, some deleted, one nobody can read. */
async function aPhoneOfThen() {
  const indexedDB = new IDBFactory();
  const first = new FirstOutbox(indexedDB);
  const operations = first.table('operations');
  const sent = { method: 'PUT', path: '/api/x', body: '{}' };
  await operations.bulkAdd([
    row({ seq: 3, id: 'c', state: 'unknown', sentEver: true, sent }),
    row({ seq: 7, id: 'a' }),
    { seq: 8, kind: 5 },
    row({ seq: 12, id: 'b', state: 'rejected', sentEver: true }),
  ]);
  await operations.add({ ...row({ id: 'gone' }), seq: undefined });
  await operations.where({ id: 'gone' }).delete();
  const rows = await operations.orderBy('seq').toArray();
  return { indexedDB, first, rows };
}

function thisOutbox(indexedDB: IDBFactory): OutboxStore {
  return new OutboxStore(memberId, { indexedDB, IDBKeyRange });
}

describe('an outbox of an older build', () => {
  test('is opened with every row, number and byte as it was', async () => {
    const { indexedDB, first, rows } = await aPhoneOfThen();
    first.close();

    const outbox = thisOutbox(indexedDB);

    expect(await outbox.operations.orderBy('seq').toArray()).toEqual(rows);
    expect((await readOutbox(outbox)).map(({ seq }) => seq)).toEqual([3, 7, 8, 12]);
  });

  test('goes on counting where it stood', async () => {
    const { indexedDB, first } = await aPhoneOfThen();
    first.close();

    const queued = await enqueue(thisOutbox(indexedDB), booking);

    expect(queued?.seq).toBe(14);
  });

  test('has its dependencies found', async () => {
    const { indexedDB, first } = await aPhoneOfThen();
    await first.table('operations').update(7, { deps: ['c'] });
    first.close();

    const waiting = await thisOutbox(indexedDB).operations.where('deps').equals('c').toArray();

    expect(waiting.map(({ id }) => id)).toEqual(['a']);
  });

  test('is not held up by a tab of the older build, which steps aside and goes on', async () => {
    const { indexedDB, first } = await aPhoneOfThen();

    await enqueue(thisOutbox(indexedDB), booking);
    await first.table('operations').add({ ...row({ id: 'late' }), seq: undefined });

    const ids = (await readOutbox(thisOutbox(indexedDB))).map(({ id }) => id);
    expect(ids).toHaveLength(6);
    expect(ids).toContain('late');
  });
});

describe('an older build on a newer outbox', () => {
  test('wipes nothing, and queues what it knows', async () => {
    const indexedDB = new IDBFactory();
    const newer = new Dexie(outboxName(memberId), { indexedDB, IDBKeyRange });
    newer
      .version(9)
      .stores({ operations: '++seq, &id, lane, *deps, of', marks: 'name', more: 'id' });
    await newer
      .table('operations')
      .add({ ...row({ kind: 'tip.duplicate', v: 3 }), of: 'the future' });
    await newer.table('more').add({ id: 'kept' });
    newer.close();

    const older = thisOutbox(indexedDB);
    await enqueue(older, { ...booking, payload: { tipId: tipsterId } });
    expect((await readOutbox(older)).map(({ kind }) => kind)).toEqual([
      'tip.duplicate',
      'tip.book',
    ]);
    older.close();

    expect(await newer.open().then((store) => store.table('more').count())).toBe(1);
    expect(await newer.table('operations').where({ of: 'the future' }).count()).toBe(1);
    expect(await newer.table('operations').count()).toBe(2);
  });
});

describe('the rows of an older build', () => {
  test('stay, with the slip, when the database learns something new', async () => {
    const indexedDB = new IDBFactory();
    const then = new Dexie(`touchline-${memberId}`, { indexedDB, IDBKeyRange });
    then.version(1).stores({
      tips: 'id, creationTime, [booked+creationTime]',
      adminTips: 'id, creationTime',
      follows: 'tipsterId',
      phones: 'tipsterId',
      acknowledged: 'id',
      documents: 'name',
    });
    await then.table('tips').put({ ...serverTip(), booked: 0 });
    await then.table('documents').put({ name: 'slip', value: { slip: [] }, fetchedAt: 0 });
    then.close();

    const store = new MemberStore(memberId, { indexedDB, IDBKeyRange });

    expect(await store.tips.count()).toBe(1);
    expect(await store.documents.get('slip')).toMatchObject({ value: { slip: [] } });
    expect(await store.unreadable.count()).toBe(0);
  });
});
