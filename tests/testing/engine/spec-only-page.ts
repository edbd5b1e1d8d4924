import { IDBFactory } from 'fake-indexeddb';
import { createEngine, type Outcome } from '#sync/engine.ts';
import { optimisticFollows, optimisticProfile, optimisticTips } from '#sync/optimistic-rows.ts';
import { newId } from '#sync/ids.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import { enqueue, readOutbox } from '#sync/outbox/outbox.ts';
import type { Account, aSpecOnlyBackend } from '../server/spec-only-backend.ts';
import { databases } from './a-device.ts';
import { soon } from './a-page.ts';
import { virtualClock } from '../clock/virtual-clock.ts';

type Backend = Awaited<ReturnType<typeof aSpecOnlyBackend>>;
type Login = { account: Account; token: string };

export type SpecOnlyPage = ReturnType<typeof aPageOf>;

/** A member's page on a site whose configuration names a spec-only backend. */
export function aPageOf(backend: Backend, login: Login, indexedDB = new IDBFactory()) {
  const memberId = login.account._id;
  const { publicStore, store } = databases(memberId, indexedDB);
  const clock = virtualClock();
  const outcomes: Outcome[] = [];
  const page = { token: login.token };
  const engine = createEngine({
    configuration: { apiBaseUrl: backend.url, oddsBaseUrl: backend.url, oddsApiKey: 'key' },
    origin: 'http://localhost',
    publicStore,
    memberId,
    memberStore: store,
    token: () => page.token,
    clock,
    random: () => 0.5,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const outbox = () => readOutbox(store);
  return {
    engine,
    page,
    clock,
    store,
    publicStore,
    outcomes,
    outbox,
    states: async () => (await outbox()).map(({ state }) => state),
    does: <Kind extends OperationKind>(kind: Kind, payload: PayloadOf<Kind>) =>
      enqueue(store, { memberId, kind, payload, now: clock.now() }),
    tips: async () => optimisticTips(await store.tips.toArray(), await outbox()),
    follows: async () => optimisticFollows(await store.follows.toArray(), await outbox()),
    profile: async () => {
      const stored = await store.documents.get('profile');
      return optimisticProfile(Object(stored?.value), await outbox());
    },
    /** Advances the clock, with all events of a page, until a check passes. */
    untilItIsSo: (look: () => unknown) =>
      soon(() => {
        clock.passes(1000);
        return look();
      }),
    [Symbol.asyncDispose]: () => engine.stop(),
  };
}

export function aSlip() {
  return {
    id: newId(),
    tipsterName: 'Ada Obi',
    options: [
      {
        fixtureId: 'game-1',
        game: 'Arsenal Vs Chelsea',
        group: '1X2',
        oddName: '1X2 - 1',
        odd: 2.5,
        startDateOfGame: '2026-03-02T15:00:00.000Z',
      },
    ],
    stake: 0,
    ifStarted: 'refuse' as const,
  };
}

/** A response in JSON. */
export function json(body: unknown, status = 200) {
  return { status, headers: { 'content-type': 'application/json' }, body };
}
