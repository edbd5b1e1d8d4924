import { buildPath } from '#sync/backend/api.ts';
import { createEngine } from '#sync/engine.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import { parseOperation } from '#sync/operations/registry.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import { PublicStore } from '#sync/storage/public-store.ts';
import { queueMany } from './changes.ts';
import { memberWith, tokenOf } from './people.ts';
import { deleteDatabase } from './raw.ts';

const memberId = memberWith(2);
const token = tokenOf(memberId);

/** Milliseconds until the last response was stored, and until the outbox was empty. */
export type Drained = { answered: number; settled: number };

/** Fills an outbox as on an offline phone. */
export async function fillOutbox(count: number): Promise<void> {
  const store = new MemberStore(memberId);
  await queueMany(store, memberId, count);
  store.close();
}

/** Drains the outbox with the engine of a page, as after a restart of the app. */
export async function drainedByEngine(count: number): Promise<Drained> {
  const memberStore = new MemberStore(memberId);
  const publicStore = new PublicStore();
  await Promise.all([memberStore.open(), publicStore.open()]);
  const received = new Set<string>();
  const allReceived = Promise.withResolvers<void>();
  const engine = createEngine({
    configuration: { apiBaseUrl: '', oddsBaseUrl: '', oddsApiKey: '' },
    publicStore,
    memberStore,
    memberId,
    token: () => token,
    locks: navigator.locks,
    onOutcome({ operation }) {
      received.add(operation.id);
      if (received.size === count) allReceived.resolve();
    },
  });

  const started = performance.now();
  engine.start();
  await allReceived.promise;
  const answered = performance.now() - started;
  while ((await memberStore.operations.count()) > 0) await nextTask();
  const settled = performance.now() - started;

  await engine.stop();
  for (const store of [memberStore, publicStore]) {
    store.close();
    await deleteDatabase(store.name);
  }
  return { answered, settled };
}

/** Sends equal requests one after the other without storing anything; returns the duration. */
export async function fetchedInSequence(): Promise<number> {
  const store = new MemberStore(memberId);
  const requests = (await readOutbox(store)).map(requestOf);
  store.close();
  await deleteDatabase(store.name);
  const started = performance.now();
  for (const { path, ...request } of requests) {
    const answer = await fetch(path, request);
    await answer.json();
  }
  return performance.now() - started;
}

function requestOf(row: Parameters<typeof parseOperation>[0] & { id: string }) {
  const parsed = parseOperation(row);
  if (typeof parsed !== 'object') throw new Error(`${row.kind} is not understood.`);
  const { route, params, query, body } = parsed.operation.request(parsed.payload);
  return {
    method: route.method,
    path: buildPath(route, params, query),
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': row.id,
    },
    body: JSON.stringify(body ?? {}),
  };
}

async function nextTask(): Promise<void> {
  await new Promise((done) => {
    setTimeout(done, 1);
  });
}
