import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  discardOperation,
  queueOperation,
  restoreDiscarded,
  readOutbox,
  retryOperation,
} from '#sync/outbox/outbox.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import { freeStorageSpace } from '#sync/storage/storage-space.ts';
import {
  runDurably,
  NotSavedError,
  openDurably,
  type StorageRecovery,
  storageTroubleOf,
} from '#sync/storage/trouble.ts';
import { databases } from '../../testing/engine/a-device.ts';
import { WatchedFactory } from '../../testing/engine/a-watched-factory.ts';
import {
  memberId,
  row,
  serverTip,
  tipId,
  tipPayload,
  tipsterId,
} from '../../testing/engine/samples.ts';

const booking = { memberId, kind: 'tip.book' as const, payload: { tipId } };
const following = {
  memberId,
  kind: 'follow.set' as const,
  payload: { tipsterId, following: true },
};

const full = () => new DOMException('The disk is full.', 'QuotaExceededError');
const cutOff = () =>
  new DOMException('Connection to Indexed Database server lost. Refresh the page', 'UnknownError');
const closed = () => new DOMException('The database connection is closing.', 'InvalidStateError');

/** A device on which this many outbox writes fail. */
function aFailingDevice(failures: number, failure: () => DOMException) {
  const disk = new WatchedFactory();
  const { store } = databases(memberId, disk);
  let remaining = failures;
  disk.failure = failure;
  disk.fails = ({ mode }) => {
    if (mode !== 'readwrite' || remaining === 0) return false;
    remaining -= 1;
    return true;
  };
  return store;
}

/** Stores the next row, but fails as if it were not stored. */
function losesNextAnswer({ operations }: MemberStore) {
  const add = operations.add.bind(operations);
  operations.add = (...row) =>
    add(...row).then(() => {
      operations.add = add;
      throw cutOff();
    });
}

const operations = [
  {
    what: 'a booking',
    queues: (store: MemberStore, care?: StorageRecovery) => queueOperation(store, booking, care),
  },
  {
    what: 'a follow, which can be merged',
    queues: (store: MemberStore, care?: StorageRecovery) => queueOperation(store, following, care),
  },
];

describe.each(operations)('queueing $what on a disk with trouble', ({ queues }) => {
  test('frees space once on a full disk, and is durable', async () => {
    const store = aFailingDevice(1, full);
    let rooms = 0;
    const room = async () => {
      rooms += 1;
    };

    const queued = await queues(store, { freeStorageSpace: room });

    expect(rooms).toBe(1);
    expect((await readOutbox(store)).map(({ id }) => id)).toEqual([queued?.id]);
  });

  test.each([
    { trouble: 'full', failures: 9, failure: full, makeRoom: async () => {} },
    { trouble: 'full', failures: 9, failure: full, makeRoom: undefined },
    {
      trouble: 'full',
      failures: 9,
      failure: full,
      makeRoom: () => Promise.reject(new Error('There is no room.')),
    },
    { trouble: 'lost', failures: 99, failure: cutOff, makeRoom: undefined },
    { trouble: 'lost', failures: 99, failure: closed, makeRoom: undefined },
  ])('reports that nothing was saved if it stays $trouble', async (kind) => {
    const store = aFailingDevice(kind.failures, kind.failure);

    const queueing = queues(store, { freeStorageSpace: kind.makeRoom });

    await expect(queueing).rejects.toMatchObject({ name: 'NotSaved', trouble: kind.trouble });
    expect(await readOutbox(store)).toEqual([]);
  });

  test('opens the database again if the browser has closed it', async () => {
    const { store } = databases();
    await store.open();
    store.backendDB().close();

    await queues(store);

    expect(await readOutbox(store)).toHaveLength(1);
  });

  test('opens it again once if its connection was lost', async () => {
    const store = aFailingDevice(1, cutOff);

    await queues(store);

    expect(await readOutbox(store)).toHaveLength(1);
  });

  test('adds one operation although the result of the first attempt was lost', async () => {
    const { store } = databases();
    losesNextAnswer(store);

    const queued = await queues(store);

    expect((await readOutbox(store)).map(({ id }) => id)).toEqual([queued?.id]);
  });
});

describe('a database that cannot be opened', () => {
  class ShutFactory extends IDBFactory {
    readonly failure: DOMException;
    constructor(failure: DOMException) {
      super();
      this.failure = failure;
    }
    override open(): never {
      throw this.failure;
    }
  }

  test.each([
    { failure: new DOMException('Not here.', 'SecurityError'), trouble: 'refused' },
    { failure: new DOMException('No mutations here.', 'InvalidStateError'), trouble: 'refused' },
    { failure: full(), trouble: 'full' },
    { failure: cutOff(), trouble: 'lost' },
    { failure: new DOMException('There is a newer one.', 'VersionError'), trouble: 'lost' },
  ])('is $trouble: $failure.name', async ({ failure, trouble }) => {
    const { store } = databases(memberId, new ShutFactory(failure));

    await expect(openDurably(store)).rejects.toMatchObject({ name: 'NotSaved', trouble });
    await expect(queueOperation(store, booking)).rejects.toMatchObject({
      name: 'NotSaved',
      trouble,
    });
  });

  test('is refused without any storage', async () => {
    const { dependencies } = Dexie;
    onTestFinished(() => {
      Dexie.dependencies = dependencies;
    });
    Dexie.dependencies = { ...dependencies };
    Reflect.deleteProperty(Dexie.dependencies, 'indexedDB');

    const nowhere = new MemberStore(memberId);

    await expect(openDurably(nowhere)).rejects.toMatchObject({ trouble: 'refused' });
  });

  test('stays closed after its member has logged out', async () => {
    const { store } = databases();
    await store.open();
    store.close();

    await expect(queueOperation(store, booking)).rejects.toBeInstanceOf(NotSavedError);
    expect(store.isOpen()).toBe(false);
  });
});

describe('an action of the person on a disk with trouble', () => {
  const actions = {
    'try again': (store: MemberStore) => retryOperation(store, row().id),
    discard: (store: MemberStore) => discardOperation(store, row().id),
    'put back': (store: MemberStore) => restoreDiscarded(store, [row({ seq: 7, id: 'another' })]),
  };

  test.each(Object.entries(actions))(
    '%s is reported as failed if it cannot be stored',
    async (_name, action) => {
      const disk = new WatchedFactory();
      const { store } = databases(memberId, disk);
      await store.operations.add(row({ state: 'rejected', sentEver: true }));
      const before = await readOutbox(store);
      disk.fails = ({ mode }) => mode === 'readwrite';

      await expect(action(store)).rejects.toMatchObject({ name: 'NotSaved', trouble: 'full' });

      expect(await readOutbox(store)).toEqual(before);
    },
  );
});

describe('several changes in one transaction', () => {
  test('are repeated as a whole by the caller of the transaction', async () => {
    const store = aFailingDevice(1, cutOff);

    await runDurably(store, () =>
      store.transaction('rw', store.operations, async () => {
        await queueOperation(store, { memberId, kind: 'tip.post', payload: tipPayload() });
        await queueOperation(store, booking);
      }),
    );

    expect(await readOutbox(store)).toHaveLength(2);
  });
});

describe('a change inside a transaction on a full disk', () => {
  test('leaves freeing of space to the caller of the transaction', async () => {
    const { store } = databases();
    store.operations.hook('creating', () => {
      throw full();
    });
    let rooms = 0;
    const room = async () => {
      rooms += 1;
    };

    const queueing = store.transaction('rw', store.operations, async () =>
      queueOperation(store, booking, { freeStorageSpace: room }),
    );

    await expect(queueing).rejects.toThrow('disk is full');
    expect(rooms).toBe(0);
  });
});

describe('the trouble in an error', () => {
  test.each([
    { error: full(), trouble: 'full' },
    {
      error: Object.assign(new Error('x'), { name: 'AbortError', inner: full() }),
      trouble: 'full',
    },
    { error: Object.assign(new Error('x'), { name: 'AbortError' }), trouble: 'lost' },
    { error: closed(), trouble: 'lost' },
    { error: cutOff(), trouble: 'lost' },
    { error: new DOMException('x', 'VersionError'), trouble: 'lost' },
    { error: new NotSavedError('full', full()), trouble: 'full' },
    { error: new NotSavedError('refused', full()), trouble: 'refused' },
    { error: new TypeError('x'), trouble: undefined },
    { error: new DOMException('x', 'ConstraintError'), trouble: undefined },
    { error: 'something', trouble: undefined },
    { error: undefined, trouble: undefined },
  ])('$error.name is $trouble', ({ error, trouble }) => {
    expect(storageTroubleOf(error)).toBe(trouble);
  });

  test('is undefined for a bug, and the error is thrown unchanged', async () => {
    const { store } = databases();

    await expect(
      runDurably(store, () => Promise.reject(new TypeError('A fault of ours.'))),
    ).rejects.toThrow(TypeError);
  });
});

describe('freeing storage space', () => {
  test('deletes rows that can be fetched again, with their tags, and keeps those for a slip', async () => {
    const { publicStore } = databases();
    const dropped: string[] = [];
    await publicStore.tips.put(serverTip());
    await publicStore.fixtures.put({
      id: 'one',
      sportKey: 'soccer_epl',
      home: 'Arsenal',
      away: 'Chelsea',
      kickOff: '2026-03-02T15:00:00.000Z',
      status: 'scheduled',
      kickOffAt: 1,
    });
    await publicStore.documents.bulkPut(
      ['feed', 'tipsters', 'tipsters:3', 'fixtures', 'configuration'].map((name) => ({
        name,
        value: null,
        fetchedAt: 0,
        etag: '"1"',
      })),
    );

    await freeStorageSpace({
      publicStore,
      caches: {
        delete: async (name: string) => {
          dropped.push(name);
          return true;
        },
      },
    });

    expect(dropped).toEqual(['touchline-pictures']);
    expect(await publicStore.tips.count()).toBe(0);
    expect(await publicStore.fixtures.count()).toBe(1);
    const stored = await publicStore.documents.toCollection().primaryKeys();
    expect(stored).toEqual(['configuration', 'fixtures']);
  });
});
