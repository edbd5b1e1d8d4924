import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { runInTransaction } from '#server/db/database.ts';
import { audit, fixtures, members, operations, tips } from '#server/db/schema.ts';

import { hour, minute, second } from '../../testing/clock/clock.ts';
import { fixtureIn, played, setsResult, staleIn } from '../../testing/tips/desk.ts';
import { afterEachCommit, loseNextCommitReply } from '../../testing/tips/operations.ts';
import { manyTips } from '../../testing/tips/many-tips.ts';
import { somebodyWaits } from '../../testing/database/postgres.ts';
import { aCommunity, aKey, type Community, type Game, problemOf } from '../../testing/tips/tips.ts';

/** An ended game with tickets. */
async function anEndedGame({ aGame, aTip, clock }: Community): Promise<Game> {
  const game = await aGame();
  await aTip({ games: [game] });
  clock.passes(4 * hour);
  return game;
}

async function resultEntries({ api }: Community) {
  return api.database.select().from(audit).where(eq(audit.action, 'fixture.result'));
}

describe('the result of a fixture', () => {
  test('is set by an administrator, and audited with author and previous result', async () => {
    const community = await aCommunity();
    const { administrator, clock } = community;
    const game = await anEndedGame(community);

    const answer = await setsResult(community, game, { ...played, reason: ' The referee. ' });

    expect(fixtureIn(answer)).toMatchObject({
      status: 'played',
      score: { halfTime: [0, 0], fullTime: [2, 1] },
      version: 2,
      selections: [{ oddsId: 1, proposal: { result: 'won' } }],
    });
    expect(answer.headers['etag']).toBe('"2"');
    expect(await resultEntries(community)).toMatchObject([
      {
        at: clock(),
        actorId: administrator.id,
        action: 'fixture.result',
        subject: `fixture:${game.id}`,
        before: { status: 'scheduled', fullTimeHome: null },
        after: { status: 'played', fullTimeHome: 2, fullTimeAway: 1, firstGoal: null },
        reason: 'The referee.',
      },
    ]);
  });

  test('reaches the devices of all owners of tickets, for any number of owners', async () => {
    const community = await aCommunity();
    const { api, tipster, other } = community;
    const game = await anEndedGame(community);
    await manyTips(community, game, { count: 119, by: [tipster, other] });
    const { body } = await api.get('/api/sync', { token: other.token });

    fixtureIn(await setsResult(community, game, played));

    const rows = await api.database
      .select()
      .from(tips)
      .innerJoin(members, eq(members.id, tips.ownerId));
    expect(rows).toHaveLength(120);
    const behind = rows.filter(({ tips: tip }) => tip.cursor === 0);
    expect(behind).toEqual([]);
    const since = Object(body).cursor;
    const pulled = await api.get(`/api/sync?since=${since}`, { token: other.token });
    expect(Object(pulled.body).tips[0].options[0]).toMatchObject({ score: { fullTime: [2, 1] } });
  });

  test('is removed if it was entered for the wrong game', async () => {
    const community = await aCommunity();
    const game = await anEndedGame(community);
    await setsResult(community, game, played);

    const answer = await setsResult(community, game, { status: 'scheduled' });

    expect(fixtureIn(answer)).toMatchObject({ status: 'scheduled', version: 3 });
    expect(fixtureIn(answer)).not.toHaveProperty('score');
  });

  test('is set once by two administrators at the same time', async () => {
    const community = await aCommunity();
    const { administrator, secondAdministrator } = community;
    const game = await anEndedGame(community);
    const headers = { 'if-match': '"1"' };

    const answers = await Promise.all(
      [administrator, secondAdministrator].map(async ({ token }) =>
        setsResult(community, game, played, { token, headers: { ...headers, ...aKey() } }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await resultEntries(community)).toHaveLength(1);
  });

  test('is refused for an outdated version, with the current result and its author', async () => {
    const community = await aCommunity();
    const { clock, secondAdministrator } = community;
    const game = await anEndedGame(community);
    await setsResult(community, game, played, { token: secondAdministrator.token });
    const at = clock().toISOString();
    clock.passes(minute);

    const headers = { 'if-match': '"1"', ...aKey() };
    const other = { ...played, fullTime: [2, 2] };
    const answer = await setsResult(community, game, other, { headers });

    expect(staleIn(answer)).toMatchObject({
      fixture: { version: 2, score: { fullTime: [2, 1] } },
      by: expect.stringContaining('Dayo'),
      at,
    });
    expect(await community.api.database.select().from(operations)).toEqual([]);
    const seen = { 'if-match': '"2"' };
    fixtureIn(await setsResult(community, game, other, { headers: seen }));
  });

  test('is reported as a conflict to its sender if another replaced it before the response', async () => {
    const community = await aCommunity();
    const { api, secondAdministrator, tipster } = community;
    const game = await anEndedGame(community);
    const mine = { headers: { ...aKey(), 'if-match': '"1"' } };
    const theirs = {
      token: secondAdministrator.token,
      headers: { ...aKey(), 'if-match': '"2"' },
    };
    const other = { ...played, fullTime: [2, 2] };
    const { first, second } = await runInTransaction(api.database, async (tx) => {
      // While the tipster's row is locked, no result is committed and no response is sent.
      await tx.select().from(members).where(eq(members.id, tipster.id)).for('update');
      const first = setsResult(community, game, played, mine);
      await expect.poll(async () => somebodyWaits(api), { timeout: 20_000 }).toBe(true);
      const second = setsResult(community, game, other, theirs);
      await expect.poll(async () => somebodyWaits(api, 2), { timeout: 20_000 }).toBe(true);
      return { first, second };
    });

    const current = { version: 3, score: { fullTime: [2, 2] } };
    expect(fixtureIn(await second)).toMatchObject(current);
    const refused = staleIn(await first);
    expect(refused).toMatchObject({ fixture: current, by: expect.stringContaining('Dayo') });
    expect(staleIn(await setsResult(community, game, played, mine)), 'again').toEqual(refused);
  });

  test.each<[string, object, string, object?]>([
    ['a score that is missing', { status: 'played' }, '400', { fullTime: ['required'] }],
    [
      'a negative number of goals',
      { status: 'played', fullTime: [-1, 0] },
      '400',
      { fullTime: ['invalid'] },
    ],
    [
      'more goals at half-time than at the end',
      { status: 'played', halfTime: [1, 0], fullTime: [0, 0] },
      '400',
      { halfTime: ['invalid'] },
    ],
    [
      'a first goal of a side without goals',
      { status: 'played', fullTime: [1, 0], firstGoal: 'away' },
      '400',
      { firstGoal: ['mismatch'] },
    ],
    [
      'a score of an unplayed game',
      { status: 'postponed', fullTime: [1, 0] },
      '400',
      { fullTime: ['mismatch'] },
    ],
  ])('is refused with %s, and the error names the field', async (_, body, status, errors) => {
    const community = await aCommunity();
    const game = await anEndedGame(community);

    const answer = await setsResult(community, game, body, { headers: aKey() });

    expect(answer).toMatchObject({ status: Number(status), body: { errors } });
    expect(await resultEntries(community)).toEqual([]);
  });

  test('is refused before the end of the game', async () => {
    const community = await aCommunity();
    const { aGame, clock } = community;
    const game = await aGame();
    clock.passes(3.5 * hour - 1);

    const early = await setsResult(community, game, played);
    clock.passes(1);

    expect(problemOf(early)).toBe('409 too-early-to-decide');
    fixtureIn(await setsResult(community, game, played));
  });

  test('continues after a failed batch when the call is sent again', async () => {
    const community = await aCommunity();
    const { api, administrator } = community;
    const game = await anEndedGame(community);
    await manyTips(community, game, { count: 119 });
    const headers = aKey();
    loseNextCommitReply(api.database);

    const lost = await setsResult(community, game, played, { headers });
    const again = await setsResult(community, game, played, { headers });
    const oncemore = await setsResult(community, game, played, { headers });

    expect(lost.status).toBe(503);
    expect(fixtureIn(again)).toMatchObject({ version: 2 });
    expect(oncemore.body).toEqual(again.body);
    expect(await resultEntries(community)).toHaveLength(1);
    const rows = await api.database.select().from(tips);
    expect(rows.filter(({ cursor }) => cursor === 0)).toEqual([]);
    const stored = await api.database.select().from(operations);
    expect(stored.map(({ memberId }) => memberId)).toEqual([administrator.id]);
  });

  test('reaches all tickets, although each call has time for only some', async () => {
    const community = await aCommunity();
    const { api, clock } = community;
    const game = await anEndedGame(community);
    await manyTips(community, game, { count: 199 });
    const headers = aKey();
    const slowly = { each: 3 * second };
    afterEachCommit(api.database, () => clock.passes(slowly.each));

    const late = await setsResult(community, game, played, { headers });
    const again = await setsResult(community, game, played, { headers });

    expect(problemOf(late)).toBe('503 unavailable');
    expect(fixtureIn(again)).toMatchObject({ version: 2 });
    const cursors = async () => {
      const rows = await api.database.select().from(tips).orderBy(tips.id);
      return rows.map(({ cursor }) => cursor);
    };
    const before = await cursors();
    expect(before.filter((cursor) => cursor === 0)).toEqual([]);

    slowly.each = 0;
    fixtureIn(await setsResult(community, game, played));
    expect(await cursors(), 'whoever has it is left alone').toEqual(before);
    fixtureIn(await setsResult(community, game, { ...played, fullTime: [2, 2] }));
    const behind = (await cursors()).filter((cursor, index) => cursor <= (before[index] ?? 0));
    expect(behind, 'another one is brought to all').toEqual([]);
  });
});

describe('the version of a fixture', () => {
  test('changes with the kick-off, but not with a price', async () => {
    const community = await aCommunity();
    const { api, aGame } = community;
    const { id, kickOff } = await aGame();
    const change = async (to: Partial<typeof fixtures.$inferInsert>) => {
      await api.database.update(fixtures).set(to).where(eq(fixtures.id, id));
      const [row] = await api.database.select().from(fixtures).where(eq(fixtures.id, id));
      return row?.version;
    };

    expect(await change({ priceHome: '1.90' })).toBe(1);
    expect(await change({ kickOff: new Date(kickOff.getTime() + hour) })).toBe(2);
    expect(await change({ firstGoal: 'home' })).toBe(3);
  });
});
