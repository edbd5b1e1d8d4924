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

/** A change that the app has promised to keep; from then on it must not be lost. */
export type Promised = {
  phone: string;
  memberId: string;
  row: StoredRow;
  /** The requested content, with the content of all operations merged into it. */
  intent: Intent;
  /** True if it was never sent, because a newer operation replaced or cancelled it. */
  isReplaced: boolean;
};

/** A phone with the real engine, real sockets and a storage that outlives its pages. */
export type Phone = {
  person: Person;
  promised: () => readonly Promised[];
  /** Opens the app; until then, operations are only stored. */
  opens: () => void;
  queues: <Kind extends OperationKind>(
    kind: Kind,
    payload: PayloadOf<Kind>,
    baseVersion?: number,
  ) => Promise<StoredRow | undefined>;
  nudges: () => void;
  /** Kills the page and opens another one. */
  dies: () => void;
  pending: () => Promise<StoredRow[]>;
  /** The desk after a refresh, or as it is stored. */
  desk: (how?: 'as it is here') => Promise<DeskFixture[]>;
  /** Starts a refresh of the desk. */
  looksAtDesk: () => void;
  /**
   * Ids of other members' tickets that are decided and not confirmed, optionally only those on
   * these games.
   */
  readyTickets: (games?: ReadonlySet<string>) => Promise<string[]>;
  /** Refreshes all collections, and returns their rows. */
  holds: () => Promise<PhoneRows>;
  /** Describes requests that left no operation and were not cancelled out. */
  cancelledWrongly: () => readonly string[];
  /** Waits until a person must decide on every pending operation; false after the timeout. */
  comesToRest: (timeoutMs: number) => Promise<boolean>;
  /** Waits until the server has accepted or refused an operation, or until the timeout. */
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
        // A response does not reach a closed page.
        return life.over ? new Promise<never>(() => undefined) : answer;
      },
    });
    if (isOpen) engine.start();
    return { engine, store, publicStore, stores: [publicStore, store], life };
  }

  async function pending(): Promise<StoredRow[]> {
    return storedRows(await page.store.operations.orderBy('seq').toArray());
  }

  /** Merges a request with the operations that it replaces; undefined if nothing remains. */
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
    // Before the kind of the backend is known, every interrupted operation waits for a person.
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
      const isAdministrator = person.role === 'administrator';
      const lists = [
        'own',
        ...(engine.backend.get()?.kind === 'touchline' ? ['feed' as const] : []),
        'tipsters',
        ...(isAdministrator ? ['admin-tips' as const] : []),
      ] as const;
      for (const what of lists) await upToDate(engine, what);
      const profile = await store.documents.get('profile');
      // Public lists are limited, and contain tips of other schedules.
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
        // Seldom, because all phones of a member together may make six hundred calls a minute.
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

/** Refreshes a collection, again and again if a busy machine is late. */
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

/** A phone's clock is this many times faster than real time: a timeout of 15 s takes 1.5 s. */
const hurry = 10;

/** A clock that is faster than real time, to shorten waits. */
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

/** Adds to a confirmation or reopening the fixtures of its tickets, as the desk does. */
async function withFixtures<Payload>(store: MemberStore, payload: Payload): Promise<Payload> {
  if (typeof payload !== 'object' || payload === null) return payload;
  const ids = 'ids' in payload && Array.isArray(payload.ids) ? payload.ids.map(String) : [];
  return ids.length === 0
    ? payload
    : { ...payload, fixtureIds: await readTicketFixtureIds(store, ids) };
}
