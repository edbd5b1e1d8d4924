import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

import { createEngine, type Engine } from '#sync/engine.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import { enqueue } from '#sync/outbox/outbox.ts';
import { PublicStore } from '#sync/storage/public-store.ts';

import { needsPerson } from '../checks/stuck.ts';
import { type StoredRow, storedRows } from '../world/reading.ts';
import { hurriedClock } from './hurried-clock.ts';
import type { Person } from './people.ts';

/** What a person was promised: from then on it may not be lost. */
export type Promised = {
  phone: string;
  memberId: string;
  row: StoredRow;
  /** It was never sent when something newer of its lane was queued, and may be part of that now. */
  mayBeMerged: boolean;
};

/** One phone with the real engine, real sockets and a storage that outlives its pages. */
export type Phone = {
  person: Person;
  promised: () => readonly Promised[];
  /** Opens the app; before that the phone only keeps what is done on it. */
  opens: () => void;
  queues: <Kind extends OperationKind>(
    kind: Kind,
    payload: PayloadOf<Kind>,
    baseVersion?: number,
  ) => Promise<StoredRow | undefined>;
  nudges: () => void;
  /** The page dies without a word, and another one is opened. */
  dies: () => void;
  pending: () => Promise<StoredRow[]>;
  /** Waits until nothing is pending but what its person has to decide; false when that never comes. */
  comesToRest: (patience: number) => Promise<boolean>;
  /** Waits until the server has taken an operation or refused it. */
  isAnswered: (id: string, patience: number) => Promise<void>;
  closes: () => Promise<void>;
};

type Page = {
  engine: Engine;
  store: MemberStore;
  stores: { close: () => void }[];
  life: { over: boolean };
};

export function aPhone(name: string, person: Person, origin: string, chance: () => number): Phone {
  const indexedDB = new IDBFactory();
  const promised: Promised[] = [];
  let isOpen = false;
  let page = open();

  function open(): Page {
    const options = { indexedDB, IDBKeyRange };
    const publicStore = new PublicStore(options);
    const store = new MemberStore(person.id, options);
    const life = { over: false };
    const engine = createEngine({
      configuration: { apiBaseUrl: origin, oddsBaseUrl: origin, oddsApiKey: '' },
      origin,
      publicStore,
      memberStore: store,
      memberId: person.id,
      token: () => person.token,
      clock: hurriedClock(),
      random: chance,
      fetch: async (input, init) => {
        if (life.over) return new Promise<never>(() => undefined);
        const answer = await fetch(input, init);
        // Nothing reaches a page that is gone.
        return life.over ? new Promise<never>(() => undefined) : answer;
      },
    });
    if (isOpen) engine.start();
    return { engine, store, stores: [publicStore, store], life };
  }

  async function pending(): Promise<StoredRow[]> {
    return storedRows(await page.store.operations.orderBy('seq').toArray());
  }

  async function isAtRest(): Promise<boolean> {
    const rows = await pending();
    return rows.every((row) => needsPerson(row, rows));
  }

  return {
    person,
    promised: () => promised,
    opens() {
      isOpen = true;
      page.engine.start();
    },
    async queues(kind, payload, baseVersion) {
      const before = await pending();
      const version = baseVersion === undefined ? {} : { baseVersion };
      const asked = { memberId: person.id, kind, payload, ...version };
      const queued = await enqueue(page.store, asked);
      const after = new Set((await pending()).map(({ id }) => id));
      for (const { id, sentEver } of before) {
        const entry = promised.find(({ row }) => row.id === id);
        if (entry && !after.has(id) && !sentEver) entry.mayBeMerged = true;
      }
      const [row] = queued ? storedRows([queued]) : [];
      if (row && !promised.some((entry) => entry.row.id === row.id)) {
        promised.push({ phone: name, memberId: person.id, row, mayBeMerged: false });
      }
      return row;
    },
    nudges: () => page.engine.nudge('woke'),
    dies() {
      page.life.over = true;
      for (const store of page.stores) store.close();
      void page.engine.stop();
      page = open();
    },
    pending,
    async comesToRest(patience) {
      const until = performance.now() + patience;
      for (let look = 0; performance.now() < until; look += 1) {
        if (await isAtRest()) return true;
        // A member has six hundred calls a minute, for all of their phones.
        if (look % 10 === 0) {
          page.engine.nudge('woke');
          void page.engine.refresh('own');
          if (person.role === 'administrator') void page.engine.refresh('admin-tips');
        }
        await aMoment();
      }
      return isAtRest();
    },
    async isAnswered(id, patience) {
      const until = performance.now() + patience;
      for (let look = 0; performance.now() < until; look += 1) {
        const row = (await pending()).find((candidate) => candidate.id === id);
        if (!row || ['acked', 'rejected', 'conflict'].includes(row.state)) return;
        if (look % 10 === 0) page.engine.nudge('woke');
        await aMoment();
      }
    },
    async closes() {
      page.life.over = true;
      const stopped = page.engine.stop();
      for (const store of page.stores) store.close();
      await Promise.race([
        stopped,
        new Promise((done) => {
          setTimeout(done, 500);
        }),
      ]);
    },
  };
}

async function aMoment(): Promise<void> {
  await new Promise((done) => {
    setTimeout(done, 40);
  });
}
