import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { queueOperation } from '#sync/outbox/outbox.ts';
import { databaseIdDocument } from '#sync/storage/member-store.ts';
import { NotSavedError } from '#sync/storage/trouble.ts';
import {
  deletePendingNote,
  readPendingLoss,
  type NoteStorage,
} from '#sync/storage/pending-note.ts';
import { watchStorage } from '#sync/storage/watch.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { inMemoryNotes } from '../../testing/engine/notes.ts';
import { memberId, tipId } from '../../testing/engine/samples.ts';
import { eventually } from '../../testing/clock/eventually.ts';

const booking = { memberId, kind: 'tip.book' as const, payload: { tipId } };
const now = () => Date.parse('2026-03-01T12:00:00Z');

function aStart(indexedDB: IDBFactory, notes: NoteStorage = inMemoryNotes()) {
  const { store, publicStore } = databases(memberId, indexedDB);
  const stores = [store, publicStore];
  const watch = watchStorage({ stores, memberStore: store, memberId, notes, now });
  const noted = () => JSON.parse(notes.getItem(`touchline-pending:${memberId}`) ?? 'null');
  return { store, watch, notes, noted };
}

/** Starts the app, queues an operation and ends the app. */
async function withOnePending(indexedDB: IDBFactory, notes: NoteStorage) {
  const before = aStart(indexedDB, notes);
  await queueOperation(before.store, booking);
  const born = (await before.store.documents.get(databaseIdDocument))?.value;
  await eventually(() => expect(before.noted()).toMatchObject({ born, count: 1 }));
  before.watch.stop();
  before.store.close();
}

describe('a start with an empty outbox', () => {
  test('after operations were pending reports a loss until the person confirms it', async () => {
    const notes = inMemoryNotes();
    await withOnePending(new IDBFactory(), notes);

    // The new factory has no databases, but the notes in localStorage are still there.
    const after = aStart(new IDBFactory(), notes);
    const lost = { count: 1, at: '2026-03-01T12:00:00.000Z' };
    await eventually(() => expect(after.watch.loss.get()).toEqual(lost));
    after.watch.stop();

    // The next start reads the loss from its notes, before it opens a database.
    const later = aStart(new IDBFactory(), notes);
    expect(later.watch.loss.get()).toEqual(lost);
    await eventually(() => expect(later.noted()).toMatchObject({ count: 0, lost }));
    later.watch.acknowledgeLoss();
    expect(later.watch.loss.get()).toBeUndefined();

    const last = aStart(new IDBFactory(), notes);
    await eventually(() => expect(last.noted()).toMatchObject({ count: 0 }));
    expect(last.watch.loss.get()).toBeUndefined();
  });

  test('adds up two losses before the person has confirmed them', async () => {
    const notes = inMemoryNotes();
    await withOnePending(new IDBFactory(), notes);
    const second = aStart(new IDBFactory(), notes);
    await queueOperation(second.store, booking);
    await eventually(() => expect(second.noted()).toMatchObject({ count: 1, lost: { count: 1 } }));
    second.watch.stop();

    const after = aStart(new IDBFactory(), notes);

    await eventually(() => expect(after.watch.loss.get()).toMatchObject({ count: 2 }));
  });

  test('still reports the loss after a logout with deletion, or after other trouble was confirmed', async () => {
    const notes = inMemoryNotes();
    await withOnePending(new IDBFactory(), notes);
    const before = aStart(new IDBFactory(), notes);
    await eventually(() => expect(before.noted()).toMatchObject({ lost: { count: 1 } }));
    before.watch.reportStorageError(new NotSavedError('full', undefined));
    before.watch.acknowledgeTrouble();
    expect(before.watch.trouble.get()).toBeUndefined();
    before.watch.stop();

    deletePendingNote(notes, memberId);

    expect(aStart(new IDBFactory(), notes).watch.loss.get()).toMatchObject({ count: 1 });
  });

  test('reports a loss although no database can be read', async () => {
    const notes = inMemoryNotes();
    expect(readPendingLoss(notes, memberId)).toBeUndefined();

    await withOnePending(new IDBFactory(), notes);

    expect(readPendingLoss(notes, memberId)).toMatchObject({ count: 1 });
  });

  test('reports nothing if a worker sent the operations meanwhile, without notes', async () => {
    const notes = inMemoryNotes();
    const indexedDB = new IDBFactory();
    await withOnePending(indexedDB, notes);
    await databases(memberId, indexedDB).store.operations.clear();

    const after = aStart(indexedDB, notes);

    await eventually(() => expect(after.noted()).toMatchObject({ count: 0 }));
    expect(after.watch.loss.get()).toBeUndefined();
  });

  test('reports nothing if the person deleted the operations', async () => {
    const notes = inMemoryNotes();
    await withOnePending(new IDBFactory(), notes);
    deletePendingNote(notes, memberId);

    const after = aStart(new IDBFactory(), notes);

    await eventually(() => expect(after.noted()).toMatchObject({ count: 0 }));
    expect(after.watch.loss.get()).toBeUndefined();
  });

  test('works without localStorage', async () => {
    const shut = () => {
      throw new DOMException('Not here.', 'SecurityError');
    };
    const { store, watch } = aStart(new IDBFactory(), {
      getItem: shut,
      setItem: shut,
      removeItem: shut,
    });

    await queueOperation(store, booking);
    deletePendingNote({ getItem: shut, setItem: shut, removeItem: shut }, memberId);

    expect(watch.loss.get()).toBeUndefined();
  });
});

describe('a newer app in another tab', () => {
  test('can upgrade the database, and this page reports that it is old', async () => {
    const indexedDB = new IDBFactory();
    const { store, watch } = aStart(indexedDB);
    await queueOperation(store, booking);

    const newer = newerOutbox(store.name, indexedDB);
    await newer.open();

    expect(watch.trouble.get()).toBe('lost');
    expect(await newer.table('operations').count()).toBe(1);
  });

  test('that changed the database before this page opened it is noticed, too', async () => {
    const indexedDB = new IDBFactory();
    const first = databases(memberId, indexedDB).store;
    await queueOperation(first, booking);
    first.close();
    const newer = newerOutbox(first.name, indexedDB);
    await newer.open();
    newer.close();

    const { store, watch } = aStart(indexedDB);
    await store.open();

    expect(watch.trouble.get()).toBe('lost');
    expect(await store.operations.count()).toBe(1);
  });

  test('is distinguished from a deletion', async () => {
    const indexedDB = new IDBFactory();
    const { store, watch } = aStart(indexedDB);
    await store.open();

    await databases(memberId, indexedDB).store.delete();

    expect(watch.trouble.get()).toBeUndefined();
  });
});

describe('a storage error', () => {
  test.each([
    { error: new NotSavedError('full', undefined), trouble: 'full' },
    { error: new DOMException('x', 'InvalidStateError'), trouble: 'lost' },
    { error: new TypeError('x'), trouble: undefined },
  ])('is reported as $trouble', ({ error, trouble }) => {
    const { watch } = aStart(new IDBFactory());

    watch.reportStorageError(error);

    expect(watch.trouble.get()).toBe(trouble);
  });
});

/** The outbox of a later build with a higher version. */
function newerOutbox(name: string, indexedDB: IDBFactory): Dexie {
  const newer = new Dexie(name, { indexedDB, IDBKeyRange });
  newer.version(4).stores({ operations: '++seq, &id, *subjects', marks: 'name', more: 'id' });
  return newer;
}
