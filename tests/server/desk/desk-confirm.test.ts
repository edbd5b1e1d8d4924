import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, fixtures, legs, operations, tips } from '#server/db/schema.ts';
import { createCheckpoint } from '#server/proof/log.ts';
import { verifyDatabase } from '#server/proof/verify.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import { recordIn } from '../../testing/tips/corrections.ts';
import {
  confirms,
  recordsAreRight,
  reopens,
  setsPrices,
  setsResult,
  settles,
} from '../../testing/tips/desk.ts';
import { manyTips } from '../../testing/tips/many-tips.ts';
import { loseNextCommitReply } from '../../testing/tips/operations.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';
import {
  aCommunity,
  aKey,
  type Community,
  edits,
  type Game,
  problemOf,
} from '../../testing/tips/tips.ts';

const oddName = '1X2 - 1';

/** A game that ended 1-0, with settled tickets on a home win; the first was posted over the API. */
async function aDecidedGame(
  community: Community,
  count = 1,
): Promise<{ game: Game; ids: string[] }> {
  const { aGame, aTip, clock, tipster, other } = community;
  const game = await aGame();
  const { id } = await aTip({ games: [game] });
  const by = [tipster, other];
  const more = count > 1 ? await manyTips(community, game, { count: count - 1, by, odd: 2 }) : [];
  clock.passes(4 * hour);
  await setsResult(community, game, { status: 'played', fullTime: [1, 0] });
  await settles(community, game, [{ oddName, result: 'won' }]);
  return { game, ids: [id, ...more] };
}

async function entriesOf({ api }: Community, action: string) {
  return api.database.select().from(audit).where(eq(audit.action, action));
}

describe('confirming tickets', () => {
  test('confirms those whose legs are all settled, and returns the reason for each other ticket', async () => {
    const community = await aCommunity();
    const { api, administrator, tipster, aTip, clock } = community;
    const { ids } = await aDecidedGame(community);
    const open = await aTip();
    const own = await aTip({ by: administrator });
    await api.database.update(legs).set({ result: 'won' }).where(eq(legs.tipId, own.id));
    const withdrawn = await aTip();
    await api.delete(`/api/tips/${withdrawn.id}`, { token: tipster.token });
    const nothing = crypto.randomUUID();

    const all = [...ids, open.id, own.id, withdrawn.id, nothing];
    const answer = await confirms(community, all);

    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      confirmed: ids,
      left: [
        { id: open.id, code: 'legs-undecided' },
        { id: own.id, code: 'own-tip' },
        { id: withdrawn.id, code: 'not-found' },
        { id: nothing, code: 'not-found' },
      ],
    });
    expect(await community.tip(ids[0] ?? '')).toMatchObject({ IsGameSuccessful: true, version: 3 });
    expect(await entriesOf(community, 'tip.confirm')).toMatchObject([
      { actorId: administrator.id, at: clock(), after: { outcome: 'won', totalOdds: 1.85 } },
    ]);
    expect(await recordIn(community)).toMatchObject({ settled: 1, won: 1 });
    const { token } = community.secondAdministrator;
    const again = await confirms(community, ids, { token });
    expect(again.body, 'of another administrator').toEqual({ confirmed: ids, left: [] });
    expect(await entriesOf(community, 'tip.confirm')).toHaveLength(1);
  });

  test('skips tickets settled by an earlier, different result until they are settled again', async () => {
    const community = await aCommunity();
    const { game, ids } = await aDecidedGame(community);
    await setsResult(community, game, { status: 'played', fullTime: [0, 0] });
    const headers = aKey();

    const answer = await confirms(community, ids, { headers });

    const remaining = ids.map((id) => ({ id, code: 'decided-otherwise' }));
    expect(answer.body).toEqual({ confirmed: [], left: remaining });
    expect(await community.tip(ids[0] ?? '')).toMatchObject({ IsGameSuccessful: false });
    const again = { oddName, result: 'won', reason: 'The league awarded it.' } as const;
    await settles(community, game, [again], { version: 3 });
    expect((await confirms(community, ids, { headers })).body, 'as it was').toEqual(answer.body);
    expect((await confirms(community, ids)).body).toEqual({ confirmed: ids, left: [] });
  });

  test('uses a result that is being set at the same time', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { game, ids } = await aDecidedGame(community);

    const met = await api.database.transaction(async (tx) => {
      await tx
        .update(fixtures)
        .set({ fullTimeHome: 0, fullTimeAway: 0 })
        .where(eq(fixtures.id, game.id));
      const confirming = confirms(community, ids);
      await expect.poll(async () => somebodyWaits(api), { timeout: 20_000 }).toBe(true);
      return { confirming };
    });

    const remaining = ids.map((id) => ({ id, code: 'decided-otherwise' }));
    expect((await met.confirming).body).toEqual({ confirmed: [], left: remaining });
  });

  test('accepts two hundred tickets in a call, each of them once', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { ids } = await aDecidedGame(community, 201);

    const tooMany = await confirms(community, ids, { headers: aKey() });
    const twice = [...ids.slice(0, 199), ids[0]?.toUpperCase() ?? ''];
    const answer = await confirms(community, twice);

    expect(problemOf(tooMany)).toBe('400 invalid-input');
    expect(answer.body).toEqual({ confirmed: ids.slice(0, 199), left: [] });
    expect(await api.database.$count(tips, eq(tips.outcome, 'won'))).toBe(201);
    expect(await entriesOf(community, 'tip.confirm')).toHaveLength(199);
    expect(await recordsAreRight(community)).toBe(true);
  });

  test('is executed once if a batch fails and the call is sent again', async () => {
    const community = await aCommunity();
    const { ids } = await aDecidedGame(community, 120);
    const headers = aKey();
    loseNextCommitReply(community.api.database);

    const lost = await confirms(community, ids, { headers });
    const done = await entriesOf(community, 'tip.confirm');
    const again = await confirms(community, ids, { headers });

    expect(problemOf(lost)).toBe('503 unavailable');
    expect(done).toHaveLength(50);
    expect(again.body).toEqual({ confirmed: ids, left: [] });
    expect(await entriesOf(community, 'tip.confirm')).toHaveLength(120);
    expect(await recordsAreRight(community)).toBe(true);
    expect(await community.api.database.select().from(operations)).toHaveLength(1);
  });
});

describe('a confirmation', () => {
  test('can be undone within ten minutes, together with the record', async () => {
    const community = await aCommunity();
    const { administrator, clock } = community;
    const { ids } = await aDecidedGame(community, 60);
    await confirms(community, ids);
    expect(await recordIn(community)).toMatchObject({ settled: 31 });
    clock.passes(10 * minute);

    const answer = await reopens(community, ids);

    expect(answer.body).toEqual({ reopened: ids, left: [] });
    const entries = await entriesOf(community, 'tip.reopen');
    expect(entries).toHaveLength(60);
    expect(entries[0]).toMatchObject({
      actorId: administrator.id,
      before: { confirmedAt: expect.any(String) },
      after: { confirmedAt: null },
    });
    expect(await community.tip(ids[0] ?? '')).toMatchObject({
      IsGameSuccessful: false,
      version: 4,
    });
    expect(await recordIn(community)).toMatchObject({ settled: 0 });
    expect(await recordsAreRight(community)).toBe(true);
    expect((await reopens(community, ids)).body).toEqual({ reopened: ids, left: [] });
    expect(await entriesOf(community, 'tip.reopen')).toHaveLength(60);
  });

  test('of another administrator, or older than ten minutes, cannot be undone', async () => {
    const community = await aCommunity();
    const { clock, secondAdministrator } = community;
    const { ids } = await aDecidedGame(community);
    await confirms(community, ids);
    const remaining = ids.map((id) => ({ id, code: 'already-confirmed' }));

    const others = await reopens(community, ids, { token: secondAdministrator.token });
    clock.passes(10 * minute + 1);
    const late = await reopens(community, ids);

    expect([others.body, late.body]).toEqual([0, 1].map(() => ({ reopened: [], left: remaining })));
    expect(await recordIn(community)).toMatchObject({ settled: 1 });
  });
});

test('a day at the desk leaves a complete audit and correct records', async () => {
  const community = await aCommunity();
  const { api, services, tipster, other, secondAdministrator, aGame, aTip, clock } = community;
  const games = [await aGame({ prices: undefined }), await aGame({ prices: undefined })];
  const held: string[] = [];
  for (const by of [tipster, other]) held.push((await aTip({ games, by })).id);
  for (const [index, game] of games.entries()) {
    const options = [{ oddName, odd: 1.5 + index }];
    await setsPrices(community, game, options, { token: secondAdministrator.token });
  }
  clock.passes(4 * hour);
  const [first, second] = [games[0] ?? expect.unreachable(), games[1] ?? expect.unreachable()];
  await setsResult(community, first, { status: 'played', fullTime: [5, 0] });
  await setsResult(community, second, { status: 'abandoned', fullTime: [1, 0] });
  await settles(community, first, [{ oddName, result: 'won' }]);
  await settles(community, second, [{ oddName, result: 'void' }]);
  await confirms(community, held);
  await reopens(community, held);
  await setsResult(community, first, { status: 'played', fullTime: [0, 0] });
  await settles(community, first, [{ oddName, result: 'lost' }], { version: 3 });
  const tip = { id: held[0] ?? '' };
  await edits(community, tip, [{ fixtureId: second.id, odd: 3, reason: 'A slip of the pen.' }]);
  await confirms(community, held, { token: secondAdministrator.token });
  await reopens(community, held.slice(1), { token: secondAdministrator.token });
  await createCheckpoint(api.database, services.settings.proofSecret, clock());

  expect((await verifyDatabase(api.database)).problems).toEqual([]);
  expect(await recordsAreRight(community)).toBe(true);
  expect(await recordIn(community)).toMatchObject({ settled: 1, lost: 1, flatProfit: -1 });
});
