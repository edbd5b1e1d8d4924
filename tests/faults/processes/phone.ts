import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

import type { DeskFixture } from '#contract/desk.ts';
import { Profile } from '#contract/members.ts';
import type { Clock } from '#sync/clock.ts';
import { createEngine, type Engine, type PlainRefreshTargetName } from '#sync/engine.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import { type OperationKind, operationsByKind, type PayloadOf } from '#sync/operations/registry.ts';
import { toOptimisticAdminTips, toOptimisticDesk } from '#sync/optimistic-rows.ts';
import { queueOperation, readOutbox } from '#sync/outbox/outbox.ts';
import { StoredDesk } from '#sync/refresh/stored-desk.ts';
import { deskDocument } from '#sync/refresh/document-names.ts';
import { PublicStore } from '#sync/storage/public-store.ts';

import { needPerson } from '../model/checks/stuck.ts';
import { type Intent, toIntent, joined } from '../contents/intents.ts';
import type { PhoneRows } from '../contents/phone.ts';
import { type StoredRow, storedRows } from '../world/reading.ts';
import type { Person } from '../world/community.ts';
import { hasCommonSubject } from '#sync/outbox/subjects.ts';
import { readTicketFixtureIds } from '#sync/outbox/ticket-fixtures.ts';

/** A change that was promised to a person and must not be lost from then on. */
export type Promised = {
  phone: string;
  memberId: string;
  row: StoredRow;
  /** The request with all requests that were merged into it. */
  intent: Intent;
  /**
   * True if it was never sent, because a newer one replaces it or it is already
   * fulfilled.
   */
  isReplaced: boolean;
};

/** A phone with the real engine, real sockets and a storage that outlives its pages. */
export type Phone = {
  person: Person;
  promised: () => readonly Promised[];
  /** Opens the app; before that changes are only stored. */
  opens: () => void;
  queues: <Kind extends OperationKind>(
    kind: Kind,
    payload: PayloadOf<Kind>,
    baseVersion?: number,
  ) => Promise<StoredRow | undefined>;
  nudges: () => void;
  /** The page is killed, and another one is opened. */
  dies: () => void;
  pending: () => Promise<StoredRow[]>;
  /** The desk after a refresh, or as stored. */
  desk: (how?: 'as it is here') => Promise<DeskFixture[]>;
  /** Refreshes the desk without waiting for it. */
  looksAtDesk: () => void;
  /**
   * Ids of others' tickets that are shown as decided and not confirmed, optionally of these games
   * only.
   */
  readyTickets: (games?: ReadonlySet<string>) => Promise<string[]>;
  /** Refreshes all collections and returns the rows. */
  holds: () => Promise<PhoneRows>;
  /** Requests without a remaining operation that are not fulfilled. */
  cancelledWrongly: () => readonly string[];
  /** Waits until all pending operations need a person's decision; false after the timeout. */
  comesToRest: (timeoutMs: number) => Promise<boolean>;
  /** Waits until the server has accepted or refused an operation. */
  isAnswered: (id: string, timeoutMs: number) => Promise<void>;
  closes: () => Promise<void>;
};

type Page = {
  engine: Engine;
  store: MemberStore;
  publicStore: PublicStore;
  stores: { close: () => void }[];
  life: { over: boolean };
};

export function aPhone(name: string, person: Person, origin: string, chance: () => number): Phone {
  const indexedDB = new IDBFactory();
  const promised: Promised[] = [];
  const cancelledWrongly: string[] = [];
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
        // Nothing reaches a closed page.
        return life.over ? new Promise<never>(() => undefined) : answer;
      },
    });
    if (isOpen) engine.start();
    return { engine, store, publicStore, stores: [publicStore, store], life };
  }

  async function pending(): Promise<StoredRow[]> {
    return storedRows(await page.store.operations.orderBy('seq').toArray());
  }

  /** Merges a request with those it replaces; undefined if nothing remains. */
  function mergeInto(removed: readonly StoredRow[], requested: Intent): Intent | undefined {
    let intent: Intent | undefined = requested;
    for (const { id } of removed.toReversed()) {
      const entry = promised.find(({ row }) => row.id === id);
      const together: Intent | 'nothing' | undefined =
        entry && intent && joined(entry.intent, intent);
      if (!entry || !together) continue;
      entry.isReplaced = true;
      intent = together === 'nothing' ? undefined : together;
    }
    return intent;
  }

  async function isAtRest(): Promise<boolean> {
    const rows = await pending();
    const backend = page.engine.backend.get();
    // An interrupted operation needs its person until it is known whether the backend supports
    // keys.
    const isInVain = backend === undefined || backend.kind === 'touchline';
    if (isInVain && rows.some(({ blockedBy }) => blockedBy === 'person')) return false;
    return needPerson(rows).size === rows.length;
  }

  return {
    person,
    promised: () => promised,
    opens() {
      isOpen = true;
      page.engine.start();
    },
    async queues(kind, asked, baseVersion) {
      const { store } = page;
      const payload = await withFixtures(store, asked);
      const requested = toIntent(kind, payload);
      const subjects = operationsByKind[kind].subjects(payload);
      const before = (await pending()).filter((each) => hasCommonSubject(each, { subjects }));
      const queued = await queueOperation(store, {
        memberId: person.id,
        kind,
        payload,
        ...(baseVersion !== undefined && { baseVersion }),
      });
      const after = new Set((await pending()).map(({ id }) => id));
      const removed = before.filter(({ id, sentEver }) => !after.has(id) && !sentEver);
      const intent = mergeInto(removed, requested);
      const [row] = queued ? storedRows([queued]) : [];
      if (row && !promised.some((entry) => entry.row.id === row.id)) {
        const { id: memberId } = person;
        promised.push({
          phone: name,
          memberId,
          row,
          intent: intent ?? requested,
          isReplaced: false,
        });
      } else if (!row && intent) {
        cancelledWrongly.push(`${kind} on ${subjects.join(' and ')}`);
      }
      return row;
    },
    nudges: () => page.engine.sendPending('woke'),
    dies() {
      page.life.over = true;
      for (const store of page.stores) store.close();
      void page.engine.stop();
      page = open();
    },
    pending,
    cancelledWrongly: () => cancelledWrongly,
    async desk(how) {
      const { engine, store } = page;
      if (how === undefined) await upToDate(engine, 'desk');
      const document = await store.documents.get(deskDocument);
      const fixtures = StoredDesk.safeParse(document?.value).data?.fixtures ?? [];
      return toOptimisticDesk(fixtures, await readOutbox(store));
    },
    looksAtDesk: () => void page.engine.refresh('desk'),
    async readyTickets(games) {
      const { store } = page;
      const shown = toOptimisticAdminTips(await store.adminTips.toArray(), await readOutbox(store));
      return shown
        .filter(({ tipsterId, IsGameSuccessful }) => tipsterId !== person.id && !IsGameSuccessful)
        .filter(({ options }) => options.every(({ result }) => result !== 'pending'))
        .filter(({ options }) => options.every(({ fixtureId }) => games?.has(fixtureId) ?? true))
        .map(({ id }) => id);
    },
    async holds() {
      const { engine, store, publicStore } = page;
      const treats = person.role === 'administrator';
      const lists = [
        'own',
        ...(engine.backend.get()?.kind === 'touchline' ? ['feed' as const] : []),
        'tipsters',
        ...(treats ? ['admin-tips' as const] : []),
      ] as const;
      for (const what of lists) await upToDate(engine, what);
      const profile = await store.documents.get('profile');
      // Public lists contain tips of other schedules, too, and are limited.
      const feed = await publicStore.tips.toArray();
      const everybody = await store.adminTips.toArray();
      return {
        memberId: person.id,
        own: {
          tips: await store.tips.toArray(),
          follows: await store.follows.toArray(),
          profile: Profile.safeParse(profile?.value).data,
        },
        lists: [
          { reader: 'anybody', tips: feed, whole: false },
          { reader: 'administrator', tips: everybody, whole: false },
        ],
        tipsters: await publicStore.tipsters.toArray(),
      };
    },
    async comesToRest(timeoutMs) {
      const until = performance.now() + timeoutMs;
      for (let look = 0; performance.now() < until; look += 1) {
        if (await isAtRest()) return true;
        // A member's limit is six hundred calls a minute for all of their phones.
        if (look % 10 === 0) {
          page.engine.sendPending('woke');
          void page.engine.refresh('own');
          if (person.role === 'administrator') {
            void page.engine.refresh('admin-tips');
            void page.engine.refresh('desk');
          }
        }
        await aMoment();
      }
      return isAtRest();
    },
    async isAnswered(id, timeoutMs) {
      const until = performance.now() + timeoutMs;
      for (let look = 0; performance.now() < until; look += 1) {
        const row = (await pending()).find((candidate) => candidate.id === id);
        if (!row || ['acked', 'rejected', 'conflict'].includes(row.state)) return;
        if (look % 10 === 0) page.engine.sendPending('woke');
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

/** A response may be late on a busy machine. */
async function upToDate(engine: Engine, what: PlainRefreshTargetName): Promise<void> {
  for (let attempt = 1; (await engine.refresh(what)) === 'failed'; attempt += 1) {
    if (attempt === 100) throw new Error(`${what} could not be refreshed.`);
    await aMoment();
  }
}

async function aMoment(): Promise<void> {
  await new Promise((done) => {
    setTimeout(done, 40);
  });
}

/** Speed of a phone's clock against the wall clock: a timeout of 15 s takes 1.5 s. */
const hurry = 10;

/** The real time, faster, to shorten waits. */
function hurriedClock(): Clock {
  const began = Date.now();
  const from = performance.now();
  return {
    now: () => began + (performance.now() - from) * hurry,
    schedule(milliseconds, run) {
      const timer = setTimeout(run, milliseconds / hurry);
      return () => clearTimeout(timer);
    },
  };
}

/** A confirmation or reopening names the fixtures of its tickets, as the desk does. */
async function withFixtures<Payload>(store: MemberStore, payload: Payload): Promise<Payload> {
  if (typeof payload !== 'object' || payload === null) return payload;
  const ids = 'ids' in payload && Array.isArray(payload.ids) ? payload.ids.map(String) : [];
  return ids.length === 0
    ? payload
    : { ...payload, fixtureIds: await readTicketFixtureIds(store, ids) };
}
