import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { maxTipsPerDay } from '#contract/limits.ts';
import { maxTipsPerSelection } from '#domain/repeat.ts';
import { closeDatabase, openDatabase } from '#server/db/database.ts';
import { fixtures, tips } from '#server/db/schema.ts';

import { theApi } from '../../testing/server/api.ts';
import { atTheEnd } from '../../testing/server/clean-up.ts';
import { day, hour, minute } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { unlimited } from '../../testing/server/limits.ts';
import { manyTips } from '../../testing/tips/many-tips.ts';
import { answersTo, aPost, codesOf } from '../../testing/tips/operations.ts';
import {
  aCommunity,
  aKey,
  type Community,
  type Game,
  problemOf,
  tipOf,
} from '../../testing/tips/tips.ts';

type Leg = { fixtureId: string; oddName: string };

const leg = ({ id }: Game, oddName = '1X2 - 1'): Leg => ({ fixtureId: id, oddName });

async function posts(
  { api, tipster }: Pick<Community, 'api' | 'tipster'>,
  options: readonly Leg[],
  rest: Record<string, unknown> = {},
) {
  const { token } = tipster;
  return api.post('/api/tips', { token, headers: aKey(), body: { options, ...rest } });
}

/** Counts responses by status. */
function countsOf(statuses: readonly (number | undefined)[]): Record<string, number> {
  const groups = Map.groupBy(statuses, String);
  return Object.fromEntries([...groups].map(([status, all]) => [status, all.length]));
}

describe('a tip with the selections of an open tip of its member', () => {
  test('is refused with the earlier tip, whatever its order, stake and text', async () => {
    const community = await aCommunity();
    const [one, other] = [await community.aGame(), await community.aGame()];
    const first = tipOf(await posts(community, [leg(one), leg(other, '1X2 - 2')]), 201);

    const again = await posts(community, [leg(other, '1X2 - 2'), leg(one)], {
      stake: 5,
      analysis: 'Sure.',
    });

    expect(problemOf(again)).toBe('409 already-tipped');
    expect(again.body).toMatchObject({ tipId: first.id });
    expect(await community.api.database.$count(tips)).toBe(1);
  });

  test('is refused if dropping started games makes it equal', async () => {
    const community = await aCommunity();
    const [soon, late] = [await community.aGame({ startsIn: minute }), await community.aGame()];
    await posts(community, [leg(late)]);
    community.clock.passes(2 * minute);

    const again = await posts(community, [leg(soon), leg(late)], { ifStarted: 'drop' });

    expect(problemOf(again)).toBe('409 already-tipped');
  });

  test('is accepted from another member, and with another option', async () => {
    const community = await aCommunity();
    const game = await community.aGame();
    await posts(community, [leg(game)]);

    const byOther = await posts({ ...community, tipster: community.other }, [leg(game)]);

    expect([byOther.status, (await posts(community, [leg(game, '1X2 - X')])).status]).toEqual([
      201, 201,
    ]);
  });

  test('is accepted once the earlier tip is withdrawn, also in one batch', async () => {
    const community = await aCommunity();
    const game = await community.aGame();
    const { id } = tipOf(await posts(community, [leg(game)]), 201);
    const path = `/api/tips/${id}`;
    const withdrawal = { id: randomUUID(), method: 'DELETE' as const, path, body: {} };

    const answers = await answersTo(community, [aPost([game]), withdrawal, aPost([game])]);

    expect(codesOf(answers)).toEqual(['409 already-tipped', '200', '201']);
  });

  test('is accepted once the earlier tip is void', async () => {
    const community = await aCommunity();
    const game = await community.aGame();
    const { id } = tipOf(await posts(community, [leg(game)]), 201);
    const change = { fixtureId: game.id, result: 'void', reason: 'Both teams said so.' };
    await community.api.put(`/api/tips/${id}`, {
      token: community.administrator.token,
      body: { options: [change] },
    });

    expect((await posts(community, [leg(game)])).status).toBe(201);
  });

  test('is posted once by twenty requests to two servers, alone and in batches', async () => {
    const { database, url } = await aDatabase();
    const second = openDatabase({ url, connections: 6 });
    atTheEnd(async () => closeDatabase(second));
    const community = await aCommunity({ database });
    const { api, clock, tipster } = community;
    const elsewhere = await theApi({
      clock,
      limits: unlimited,
      settings: api.settings,
      database: second,
    });
    const game = await community.aGame();

    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const at = { api: index % 2 === 0 ? api : elsewhere, tipster };
        if (index % 4 < 2) return (await posts(at, [leg(game)])).status;
        const [message] = await answersTo({ ...community, ...at }, [aPost([game])]);
        return message?.status;
      }),
    );

    expect(countsOf(answers)).toEqual({ 201: 1, 409: 19 });
    expect(await database.$count(tips)).toBe(1);
  });
});

describe('a copy', () => {
  test('of a copy is a copy of the original', async () => {
    const { tipster, other, aMember, aGame, aTip } = await aCommunity();
    const games = [await aGame()];
    const original = await aTip({ by: tipster, games });
    const copy = await aTip({ by: other, games, rest: { copiedFrom: original.id } });

    const rest = { copiedFrom: copy.id };
    const again = await aTip({ by: await aMember(), games, rest });

    expect(again.copiedFrom).toBe(original.id);
  });

  test('that differs is an ordinary tip, which counts for its owner', async () => {
    const { api, tipster, other, aGame, aTip } = await aCommunity();
    const games = [await aGame(), await aGame()];
    const original = await aTip({ by: tipster, games: games.slice(0, 1) });
    const rest = { copiedFrom: original.id };

    const longer = await aTip({ by: other, games, rest });
    const otherOption = await aTip({
      by: other,
      games: games.slice(0, 1),
      oddName: '1X2 - X',
      rest,
    });
    const options = games.slice(0, 1).map(({ id }) => ({ fixtureId: id, oddName: '1X2 - 1' }));
    const body = { options, ...rest };
    const ownAgain = await api.post('/api/tips', { token: tipster.token, body });

    expect([longer, otherOption].map(({ copiedFrom }) => copiedFrom)).toEqual([
      undefined,
      undefined,
    ]);
    expect(problemOf(ownAgain)).toBe('409 already-tipped');
  });

  test('needs a tip to copy', async () => {
    const { api, other, aGame } = await aCommunity();
    const options = [{ fixtureId: (await aGame()).id, oddName: '1X2 - 1' }];

    const answer = await api.post('/api/tips', {
      token: other.token,
      body: { options, copiedFrom: randomUUID() },
    });

    expect(problemOf(answer)).toBe('404 not-found');
  });

  test('is neither refused as repeated nor counted', async () => {
    const community = await aCommunity();
    const { other, aTip } = community;
    const game = await community.aGame();
    const { id: copiedFrom } = await aTip({ by: other, games: [game] });
    const copy = async () => posts(community, [leg(game)], { copiedFrom });

    expect([(await copy()).status, (await copy()).status]).toEqual([201, 201]);
    expect((await posts(community, [leg(game)])).status, 'a tip of one’s own').toBe(201);
  });

  test('with an added game is an ordinary tip, and refused as such', async () => {
    const community = await aCommunity();
    const [game, added] = [await community.aGame(), await community.aGame()];
    const { id: copiedFrom } = await community.aTip({ by: community.other, games: [game] });
    await posts(community, [leg(game), leg(added)]);

    const answer = await posts(community, [leg(game), leg(added)], { copiedFrom });

    expect(problemOf(answer)).toBe('409 already-tipped');
  });
});

describe('a selection', () => {
  test('is in at most five tips of a member, and the refusal of the sixth names it', async () => {
    const community = await aCommunity();
    const game = await community.aGame({ startsIn: day });
    for (let count = 0; count < maxTipsPerSelection; count += 1) {
      const beside = await community.aGame({ startsIn: hour });
      expect((await posts(community, [leg(game), leg(beside)])).status).toBe(201);
    }
    const started = await community.aGame({ startsIn: 2 * hour });
    community.clock.passes(3 * hour);
    await community.api.database
      .update(fixtures)
      .set({ status: 'played', fullTimeHome: 0, fullTimeAway: 1 })
      .where(eq(fixtures.id, started.id));

    const beside = await community.aGame();
    const answer = await posts(community, [leg(started), leg(beside), leg(game)], {
      ifStarted: 'drop',
    });

    expect(problemOf(answer)).toBe('409 selection-limit');
    expect(answer.body).toMatchObject({
      errors: { 'options.2': ['selection-limit'] },
      selections: [{ fixtureId: game.id, game: game.game }],
    });
    expect((await posts(community, [leg(game, '1X2 - X'), leg(beside)])).status).toBe(201);
  });
});

describe('a member with the maximum number of tips in a day', () => {
  async function afterADay(count: number) {
    const community = await aCommunity();
    const game = await community.aGame({ startsIn: 60 * hour });
    await manyTips(community, game, { count, oddName: 'GG/NG - GG' });
    community.clock.passes(hour);
    return { community, game };
  }

  test('cannot post in any way until the day is over', async () => {
    const { community, game } = await afterADay(maxTipsPerDay - 1);
    const { api, tipster, clock } = community;
    const body = { options: [leg(game, '1X2 - X')] };
    expect((await posts(community, [leg(game)])).status).toBe(201);

    const refused = await posts(community, body.options);
    const withoutKey = await api.post('/api/tips', { token: tipster.token, body });
    const batched = await answersTo(community, [aPost([game])]);

    expect([problemOf(refused), problemOf(withoutKey)]).toEqual(
      Array(2).fill('429 daily-tip-limit'),
    );
    expect(refused.headers['retry-after']).toBe(String((23 * hour) / 1000));
    expect(codesOf(batched)).toEqual(['429 daily-tip-limit']);
    expect(batched[0]?.retryAfter).toBe((23 * hour) / 1000);
    expect(await api.database.$count(tips)).toBe(maxTipsPerDay);

    clock.passes(23 * hour);
    const returned = { ...tipster, ...(await community.returns(tipster)) };
    expect((await posts({ api, tipster: returned }, body.options)).status).toBe(201);
  });

  test('has copies and withdrawn tips counted', async () => {
    const { community, game } = await afterADay(maxTipsPerDay - 2);
    const { api, tipster, other, aTip } = community;
    const { id: copiedFrom } = await aTip({ by: other, games: [game] });
    const { id } = tipOf(await posts(community, [leg(game)]), 201);
    await api.delete(`/api/tips/${id}`, { token: tipster.token });
    expect((await posts(community, [leg(game)], { copiedFrom })).status).toBe(201);

    expect(problemOf(await posts(community, [leg(game)]))).toBe('429 daily-tip-limit');
    expect((await posts({ api, tipster: other }, [leg(game, '1X2 - X')])).status).toBe(201);
  });

  test('gets one of ten concurrent posts accepted if one remains', async () => {
    const { community } = await afterADay(maxTipsPerDay - 1);
    const games = await Promise.all(Array.from({ length: 10 }, async () => community.aGame()));

    const answers = await Promise.all(games.map(async (game) => posts(community, [leg(game)])));

    expect(countsOf(answers.map(({ status }) => status))).toEqual({ 201: 1, 429: 9 });
  });
});
