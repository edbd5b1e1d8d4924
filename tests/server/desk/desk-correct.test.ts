import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Tip } from '#contract/tips.ts';
import { notices } from '#server/db/notice-tables.ts';

import { day, hour, minute } from '../../testing/clock/clock.ts';
import {
  aChangedGame,
  corrected,
  corrects,
  later,
  oddName,
  oddsId,
  reason,
  recordIn,
} from '../../testing/tips/corrections.ts';
import {
  aPlayedGame,
  confirms,
  type Decision,
  recordsAreRight,
  reopens,
  setsResult,
  settles,
  staleIn,
  tallyIn,
  theDesk,
} from '../../testing/tips/desk.ts';
import { aCommunity, aKey } from '../../testing/tips/tips.ts';

describe('a correction', () => {
  test('settles confirmed tickets again, audits the earlier results, and changes the record', async () => {
    const community = await aCommunity();
    const { administrator, clock } = community;
    const { game, ids } = await aChangedGame(community);
    expect(await recordIn(community)).toMatchObject({ settled: 1, won: 1, flatProfit: 0.85 });

    const answer = await corrects(community, game);

    expect(tallyIn(answer)).toEqual({ changed: 1, unchanged: 0, left: 0, own: 0 });
    const at = clock().toISOString();
    expect(await community.tip(ids[0] ?? '')).toMatchObject({
      IsGameSuccessful: true,
      outcome: 'lost',
      totalGamesWon: 0,
      totalGamesLost: 1,
      version: 4,
      options: [
        {
          result: 'lost',
          fact: { code: 'ended', fullTime: { home: 0, away: 0 } },
          corrected: { result: 'won', at, reason, confirmedAt: at },
        },
      ],
    });
    expect(await recordIn(community)).toMatchObject({ settled: 1, lost: 1, flatProfit: -1 });
    expect(await recordsAreRight(community)).toBe(true);
    expect(await corrected(community)).toMatchObject([
      { actorId: administrator.id, before: { result: 'won' }, after: { result: 'lost' }, reason },
    ]);
    expect((await theDesk(community)).counts.corrected).toBe(0);
  });

  test('notifies the owner and the followers once', async () => {
    const community = await aCommunity();
    const { api, tipster } = community;
    const { game, ids } = await aChangedGame(community);
    community.clock.passes(11 * minute);

    await corrects(community, game);
    await corrects(community, game);

    const notified = await api.database.select().from(notices).where(eq(notices.kind, 'corrected'));
    expect(notified).toMatchObject([{ tipId: ids[0], tipsterId: tipster.id, outcome: 'lost' }]);
  });

  const undo = { oddName, result: 'pending' } as const;

  test.each<[string, Decision, number]>([
    ['the undo', undo, 3],
    ['a new settlement', { oddName, result: 'void', reason }, 3],
    ['an equal settlement by a newer result', { oddName, result: 'lost', reason }, 4],
  ])('no longer marks an open leg as corrected after %s', async (_, decision, version) => {
    const community = await aCommunity();
    const { game, ids } = await aChangedGame(community);
    await corrects(community, game);
    await reopens(community, ids);
    if (version > 3) await setsResult(community, game, { status: 'played', fullTime: [0, 1] });

    const answer = await settles(community, game, [decision], { version });

    expect(tallyIn(answer)).toMatchObject({ changed: 1 });
    const [leg] = (await community.tip(ids[0] ?? '')).options;
    expect(leg).toMatchObject({ result: decision.result });
    expect(leg).not.toHaveProperty('corrected');
  });

  test('no longer marks a leg as corrected once another’s result applies again', async () => {
    const community = await aCommunity();
    const { secondAdministrator } = community;
    const { game, tips } = await aPlayedGame(community, [{}]);
    const [{ id }] = tips;
    const { token } = secondAdministrator;
    await settles(community, game, [{ oddName, result: 'won' }], { token });
    await confirms(community, [id]);
    await corrects(community, game, { version: 2, results: [{ oddsId, result: 'void' }] });
    await reopens(community, [id]);

    await settles(community, game, [undo]);

    const [leg] = (await community.tip(id)).options;
    expect(leg).toMatchObject({ result: 'won' });
    expect(leg).not.toHaveProperty('corrected');
  });

  test('marks a leg as corrected again once a later result over it is undone', async () => {
    const community = await aCommunity();
    const { secondAdministrator } = community;
    const { game, tips } = await aPlayedGame(community, [{}]);
    const [{ id }] = tips;
    await settles(community, game, [{ oddName, result: 'won' }]);
    await confirms(community, [id]);
    const { token } = secondAdministrator;
    const results = [{ oddsId, result: 'void' }];
    await corrects(community, game, { version: 2, results }, { token });
    await reopens(community, [id]);
    const before = (await community.tip(id)).options;
    expect(before).toMatchObject([{ result: 'void', corrected: { result: 'won', reason } }]);

    await settles(community, game, [{ oddName, result: 'won', over: true }]);
    await settles(community, game, [undo]);

    expect((await community.tip(id)).options).toEqual(before);
  });

  test('can differ from the rules, with its reason as the reason of the leg', async () => {
    const community = await aCommunity();
    const { game, ids } = await aChangedGame(community);

    await corrects(community, game, { results: [{ oddsId, result: 'void' }] });

    const { options } = await community.tip(ids[0] ?? '');
    expect(options).toMatchObject([{ result: 'void', reason, corrected: { reason } }]);
    expect(options[0]).not.toHaveProperty('fact');
  });

  test('replaces reason and author of the earlier settlement', async () => {
    const community = await aCommunity();
    const { api, administrator, tipster } = community;
    const goalless = { status: 'played', fullTime: [0, 0] };
    const { game, tips } = await aPlayedGame(community, [{}], goalless);
    const [{ id }] = tips;
    const words = 'The points were given later.';
    await settles(community, game, [{ oddName, result: 'won', reason: words }]);
    const legShownTo = async ({ token }: { token: string }) => {
      const { body } = await api.get(`/api/tips/${id}`, { token });
      return z.parse(Tip, body).options[0];
    };
    expect(await legShownTo(administrator)).toMatchObject({
      reason: words,
      decidedBy: expect.any(String),
    });
    const list = await api.get('/api/admin/tickets?limit=20', { token: administrator.token });
    expect(list.body).toMatchObject([{ options: [{ decidedBy: expect.any(String) }] }]);
    expect(await legShownTo(tipster), 'its author is for administrators').not.toHaveProperty(
      'decidedBy',
    );
    await confirms(community, [id]);

    await corrects(community, game, { version: 2 });

    const leg = await legShownTo(administrator);
    expect(leg).toMatchObject({ result: 'lost', fact: { code: 'ended' }, corrected: { reason } });
    expect(leg).not.toHaveProperty('decidedBy');
    expect(JSON.stringify(leg)).not.toContain(words);
  });

  test.each([
    { when: 'five days after the confirmation', results: undefined, changed: 14 },
    { when: 'without options', results: [], changed: 0 },
  ])('by one administrator, $when, changes $changed tickets', async ({ results, changed }) => {
    const first = await aCommunity();
    const { game, ids } = await aChangedGame(first, 14);
    const confirmedAt = first.clock().toISOString();
    first.clock.passes(5 * day);
    const community = await later(first);

    const answer = await corrects(community, game, { ...(results && { results }) });

    expect(tallyIn(answer)).toMatchObject({ changed, left: 0 });
    const [leg] = (await community.tip(ids[0] ?? '')).options;
    const at = community.clock().toISOString();
    if (changed > 0) expect(leg).toMatchObject({ corrected: { result: 'won', at, confirmedAt } });
    else expect(leg).not.toHaveProperty('corrected');
    expect(await recordsAreRight(community)).toBe(true);
  });

  test('needs a reason', async () => {
    const community = await aCommunity();
    const { game } = await aChangedGame(community);

    const answer = await corrects(community, game, { reason: '  ' });

    expect(answer).toMatchObject({ status: 400, body: { errors: { reason: ['required'] } } });
    expect(await corrected(community)).toEqual([]);
  });

  test('does not change open and withdrawn tickets', async () => {
    const community = await aCommunity();
    const { api, aTip, clock, tipster } = community;
    const game = await community.aGame();
    const open = await aTip({ games: [game] });
    const withdrawn = await aTip({ games: [game] });
    await api.delete(`/api/tips/${withdrawn.id}`, { token: tipster.token });
    clock.passes(4 * hour);
    await setsResult(community, game, { status: 'played', fullTime: [0, 0] });

    const answer = await corrects(community, game, { version: 2 });

    expect(tallyIn(answer)).toMatchObject({ changed: 0 });
    expect(await community.tip(open.id)).toMatchObject({ version: 1, outcome: 'open' });
  });
});

describe('two administrators who correct the same game', () => {
  test('with equal results at the same time agree, with one audit entry per ticket', async () => {
    const community = await aCommunity();
    const { administrator, secondAdministrator } = community;
    const { game } = await aChangedGame(community, 120);

    const answers = await Promise.all(
      [administrator, secondAdministrator].map(async ({ token }) =>
        corrects(community, game, {}, { token, headers: aKey() }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await corrected(community)).toHaveLength(120);
    expect(await recordsAreRight(community)).toBe(true);
  });

  test('with different results see the other’s correction, and may replace it', async () => {
    const community = await aCommunity();
    const { token } = community.secondAdministrator;
    const { game, ids } = await aChangedGame(community);
    await corrects(community, game);

    const other = await corrects(
      community,
      game,
      { results: [{ oddsId, result: 'void' }] },
      { token },
    );
    const over = await corrects(
      community,
      game,
      { results: [{ oddsId, result: 'void', over: true }] },
      { token },
    );

    expect(staleIn(other)).toMatchObject({ by: 'Chi Obi', at: community.clock().toISOString() });
    expect(tallyIn(over)).toMatchObject({ changed: 1 });
    expect((await community.tip(ids[0] ?? '')).options[0]).toMatchObject({
      result: 'void',
      corrected: { result: 'lost' },
    });
  });
});
