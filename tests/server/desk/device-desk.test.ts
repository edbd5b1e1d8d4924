import { expect, test } from 'vitest';
import { StoredDesk } from '#sync/refresh/stored-desk.ts';
import { aDevice } from '../../testing/engine/a-device.ts';
import { hour } from '../../testing/clock/clock.ts';
import { setsResult } from '../../testing/tips/desk.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

/** Two tickets on an ended game, and an administrator's phone that stores both. */
async function aDeskOffline() {
  const community = await aCommunity();
  const { api, administrator, aGame, aTip, clock } = community;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const url = api.app.listeningOrigin;
  const phone = aDevice({ url, owner: administrator.id, token: () => administrator.token });
  const game = await aGame();
  const tips = [await aTip({ games: [game] }), await aTip({ games: [game], oddName: '1X2 - 2' })];
  clock.passes(4 * hour);
  await phone.refreshes({ what: 'desk' });
  const about = { fixtureId: game.id, game: game.game };
  return { ...community, phone, game, tips, about };
}

const resultOf = (away: number) => ({
  status: 'played' as const,
  halfTime: [1, 0] as [number, number],
  fullTime: [2, away] as [number, number],
});

test('a game is entered, settled and confirmed offline, and sent in order', async () => {
  const { phone, tips, about } = await aDeskOffline();
  const ids = tips.map(({ id }) => id);
  await phone.queues('result.set', { ...about, ...resultOf(1) }, { baseVersion: 1 });
  await phone.queues('fixture.settle', {
    ...about,
    version: 1,
    results: [
      { oddsId: 1, result: 'won' },
      { oddsId: 3, result: 'lost' },
    ],
  });
  await phone.queues('tips.confirm', { ids, fixtureIds: [about.fixtureId] });

  await phone.drains();
  expect(await phone.refreshes({ what: 'desk' })).toBe('fresh');

  expect(await phone.outbox()).toEqual([]);
  expect(await phone.store.adminTips.bulkGet(ids)).toMatchObject([
    { outcome: 'won', IsGameSuccessful: true },
    { outcome: 'lost', IsGameSuccessful: true },
  ]);
});

test('settling a ticket’s leg after its game causes no conflict with one’s own change', async () => {
  const { phone, tips, about, game, ...community } = await aDeskOffline();
  await setsResult(community, game, resultOf(1));
  await phone.refreshes({ what: 'desk' });
  const id = tips[0]?.id ?? '';
  const before = await phone.store.adminTips.get(id);
  await phone.queues('fixture.settle', {
    ...about,
    version: 2,
    results: [{ oddsId: 1, result: 'won' }],
  });
  const legs = before?.options.map((leg) => ({ ...leg, result: 'won' as const })) ?? [];
  const change = { ...about, result: 'void' as const, reason: 'The stand was closed.' };
  const baseVersion = before?.version ?? 0;
  await phone.queues('leg.settle', { tipId: id, legs, change }, { baseVersion });

  await phone.drains();
  expect(await phone.outbox()).toMatchObject([{ state: 'acked' }, { state: 'pending' }]);
  await phone.refreshes({ what: 'desk' });
  await phone.drains();

  expect(await phone.outbox()).toMatchObject([{ kind: 'leg.settle', state: 'acked' }]);
});

test('an undo leaves the same counts and tickets on the phones of both administrators', async () => {
  const { phone, tips, about, api, secondAdministrator: second } = await aDeskOffline();
  const url = api.app.listeningOrigin;
  const other = aDevice({ url, owner: second.id, token: () => second.token });
  const ids = tips.map(({ id }) => id);
  const act = crypto.randomUUID();
  const decided = [
    { oddsId: 1, result: 'won' as const, act },
    { oddsId: 3, result: 'lost' as const, act },
  ];
  await phone.queues('result.set', { ...about, ...resultOf(1) }, { baseVersion: 1 });
  await phone.queues('fixture.settle', { ...about, version: 2, results: decided });
  await phone.queues('tips.confirm', { ids, fixtureIds: [about.fixtureId] });
  await phone.drains();
  await phone.refreshes({ what: 'desk' });
  await other.refreshes({ what: 'desk' });
  expect(await seenOn(other, ids)).toMatchObject({ counts: { ready: 0 }, fixtures: [] });

  const pending = decided.map((one) => ({ ...one, result: 'pending' as const }));
  await phone.queues('tips.reopen', { ids, fixtureIds: [about.fixtureId] });
  await phone.queues('fixture.settle', { ...about, version: 2, results: pending });
  await phone.drains();
  await phone.refreshes({ what: 'desk' });
  await other.refreshes({ what: 'desk' });

  const seen = await seenOn(phone, ids);
  expect(seen).toMatchObject({
    counts: { ready: 0, resultsMissing: 0 },
    fixtures: [
      {
        selections: [
          { tickets: 1, pending: 1 },
          { tickets: 1, pending: 1 },
        ],
      },
    ],
    tickets: [
      { IsGameSuccessful: false, options: [{ result: 'pending' }] },
      { IsGameSuccessful: false, options: [{ result: 'pending' }] },
    ],
  });
  expect(await seenOn(other, ids)).toEqual(seen);
});

/** Returns the counts, games and tickets that a phone stores. */
async function seenOn({ store }: Pick<ReturnType<typeof aDevice>, 'store'>, ids: string[]) {
  const { counts, fixtures } = StoredDesk.parse((await store.documents.get('desk'))?.value);
  return { counts, fixtures, tickets: await store.adminTips.bulkGet(ids) };
}

test('a different result is a conflict with author, time and value; an equal one is not', async () => {
  const { phone, game, about, ...community } = await aDeskOffline();
  await setsResult(community, game, resultOf(1));
  const before = { baseVersion: 1 };

  await phone.queues('result.set', { ...about, ...resultOf(1) }, before);
  await phone.drains();
  expect(await phone.outbox()).toMatchObject([{ state: 'acked' }]);

  await phone.store.operations.clear();
  await phone.store.versions.clear();
  await phone.queues('result.set', { ...about, ...resultOf(2) }, before);
  await phone.drains();
  expect(await phone.outbox()).toMatchObject([
    {
      state: 'conflict',
      problem: {
        code: 'stale-version',
        fixture: { score: { fullTime: [2, 1] }, version: 2 },
        by: expect.any(String),
        at: expect.any(String),
      },
    },
  ]);
});
