import { IDBFactory } from 'fake-indexeddb';
import { toOptimisticFollows, toOptimisticRow, toOptimisticTips } from '#sync/optimistic-rows.ts';
import { createId } from '#sync/ids.ts';
import { readOutbox } from '#sync/outbox/outbox.ts';
import type { Account, aSpecOnlyBackend } from '../server/spec-only-backend.ts';
import { aPage, soon } from './a-page.ts';

type Backend = Awaited<ReturnType<typeof aSpecOnlyBackend>>;
type Login = { account: Account; token: string };

export type SpecOnlyPage = ReturnType<typeof aPageOf>;

/** A member's page on a site whose configuration names a spec-only backend. */
export function aPageOf(backend: Backend, login: Login, indexedDB = new IDBFactory()) {
  const { page, ...opened } = aPage(backend, {
    indexedDB,
    memberId: login.account._id,
    configuration: { apiBaseUrl: backend.url, oddsBaseUrl: backend.url, oddsApiKey: 'key' },
    origin: 'http://localhost',
  });
  page.token = login.token;
  const { clock, store } = opened;
  const outbox = () => readOutbox(store);
  return {
    ...opened,
    page,
    outbox,
    tips: async () => toOptimisticTips(await store.tips.toArray(), await outbox()),
    follows: async () => toOptimisticFollows(await store.follows.toArray(), await outbox()),
    profile: async () => {
      const stored = await store.documents.get('profile');
      return toOptimisticRow('profile', Object(stored?.value), await outbox());
    },
    /** Advances the clock in steps of 250 ms until a check passes. */
    advanceUntil: (look: () => unknown) =>
      soon(() => {
        clock.passes(250);
        return look();
      }),
  };
}

export function aSlip() {
  return {
    id: createId(),
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
