import { and, eq, like, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, legs, operations, tips } from '#server/db/schema.ts';

import { hour, minute } from '../../testing/clock/clock.ts';
import {
  aPlayedGame,
  played,
  selectionOf,
  setsResult,
  settles,
  staleIn,
  tallyIn,
} from '../../testing/tips/desk.ts';
import { manyTips } from '../../testing/tips/many-tips.ts';
import { loseNextCommitReply } from '../../testing/tips/operations.ts';
import { aCommunity, aKey, type Community, problemOf, oddNames } from '../../testing/tips/tips.ts';

const homeWon = { oddName: '1X2 - 1', result: 'won' } as const;
const drawLost = { oddName: '1X2 - X', result: 'lost' } as const;
const homeLost = { oddName: '1X2 - 1', result: 'lost', reason: 'The points were taken.' } as const;

/** A game that ended 2-1, with one ticket on a home win and one on a draw. */
async function homeAndDraw(community: Community, count = 0, by = [community.tipster]) {
  const tickets = [{}, { oddName: '1X2 - X' }] as const;
  const { game, tips } = await aPlayedGame(community, tickets);
  if (count > 0) await manyTips(community, game, { count, by });
  const [home, draw] = tips;
  return { game, home, draw };
}

async function decided({ api }: Community) {
  const isOfLeg = and(like(audit.action, 'leg.%'), ne(audit.action, 'leg.price'));
  return api.database.select().from(audit).where(isOfLeg).orderBy(audit.id);
}

describe('settling a fixture', () => {
  test('settles its options in all open tickets as proposed, with the reason', async () => {
    const community = await aCommunity();
    const { administrator, clock } = community;
    const { game, home, draw } = await homeAndDraw(community);

    const answer = await settles(community, game, [homeWon, drawLost]);

    expect(tallyIn(answer)).toEqual({ changed: 2, unchanged: 0, left: 0, own: 0 });
    const fact = { code: 'ended', fullTime: { home: 2, away: 1 } };
    expect(await community.tip(home.id)).toMatchObject({
      outcome: 'won',
      totalGamesWon: 1,
      version: 2,
      options: [{ result: 'won', fact, confirmedAt: clock().toISOString() }],
    });
    expect(await community.tip(draw.id)).toMatchObject({
      outcome: 'lost',
      totalGamesLost: 1,
      options: [{ result: 'lost', fact }],
    });
    const rows = await community.api.database.select().from(legs);
    expect(rows).toMatchObject(
      [0, 1].map(() => ({ decidedBy: administrator.id, decidedVersion: 2 })),
    );
    const entry = { actorId: administrator.id, action: 'leg.settle', reason: '' };
    expect(await decided(community)).toMatchObject([entry, entry]);
  });

  test('against the proposal needs a public reason', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { game, home } = await homeAndDraw(community);
    await manyTips(community, game, { count: 300, oddName: '1X2 - X' });
    await manyTips(community, game, { count: 1, oddName: 'GG/NG - GG', last: true });

    const silent = { oddName: 'GG/NG - GG', result: 'lost' } as const;
    const refused = await settles(community, game, [drawLost, silent], { headers: aKey() });
    const changed = await decided(community);
    const answer = await settles(community, game, [homeLost]);

    expect(problemOf(refused)).toBe('422 decision-needs-reason');
    expect(refused.body).toMatchObject({
      errors: { 'results.1.reason': ['decision-needs-reason'] },
    });
    expect(changed, 'not even of those that come before it').toEqual([]);
    expect(tallyIn(answer)).toMatchObject({ changed: 1 });
    const shown = await api.get(`/api/tips/${home.id}`);
    expect(shown.body).toMatchObject({ options: [{ result: 'lost', reason: homeLost.reason }] });
    expect(await selectionOf(community, game)).toMatchObject({ lost: 1, differing: 0 });
  });

  test('by an outdated result is refused, with the author of the current one', async () => {
    const community = await aCommunity();
    const { secondAdministrator } = community;
    const { game } = await homeAndDraw(community);
    const corrected = { ...played, fullTime: [0, 1] };
    await setsResult(community, game, corrected, { token: secondAdministrator.token });

    const answer = await settles(community, game, [homeWon], { headers: aKey() });

    expect(staleIn(answer)).toMatchObject({
      fixture: { version: 3, score: { fullTime: [0, 1] } },
      by: expect.stringContaining('Dayo'),
    });
    expect(await decided(community)).toEqual([]);
  });
});

describe('two administrators', () => {
  test('with different results see what the other entered, and when', async () => {
    const community = await aCommunity();
    const { secondAdministrator, clock } = community;
    const { game, home } = await homeAndDraw(community);
    await settles(community, game, [homeWon], { token: secondAdministrator.token });
    const at = clock().toISOString();
    clock.passes(minute);

    const answer = await settles(community, game, [homeLost], { headers: aKey() });

    expect(staleIn(answer)).toMatchObject({
      fixture: { selections: [{ oddsId: 1, won: 1, proposal: { result: 'won' } }, {}] },
      by: expect.stringContaining('Dayo'),
      at,
    });
    expect(await community.tip(home.id)).toMatchObject({ outcome: 'won' });
    const knowing = await settles(community, game, [{ ...homeLost, over: true }]);
    expect(tallyIn(knowing)).toMatchObject({ changed: 1 });
    expect(await decided(community)).toMatchObject([
      { action: 'leg.settle' },
      { action: 'leg.correct', reason: homeLost.reason },
    ]);
  });

  test('settle pending legs, and keep legs that the other one overruled', async () => {
    const community = await aCommunity();
    const { secondAdministrator: second } = community;
    const { game, tips } = await aPlayedGame(community, [{}, { by: second }]);
    const [home, open] = tips;
    const voided = { oddName: '1X2 - 1', result: 'void', reason: 'The stand was closed.' } as const;
    await settles(community, game, [voided], { token: second.token });

    const answer = await settles(community, game, [{ ...homeWon, ifPending: true }]);

    expect(tallyIn(answer)).toEqual({ changed: 1, unchanged: 0, left: 1, own: 0 });
    expect(await community.tip(home.id)).toMatchObject({
      options: [{ result: 'void', reason: voided.reason }],
    });
    expect(await community.tip(open.id)).toMatchObject({ options: [{ result: 'won' }] });
  });

  test('have no conflict after the result was corrected', async () => {
    const community = await aCommunity();
    const { secondAdministrator } = community;
    const { game } = await homeAndDraw(community);
    await settles(community, game, [homeWon], { token: secondAdministrator.token });
    await setsResult(community, game, { ...played, fullTime: [0, 1] });

    const answer = await settles(community, game, [{ oddName: '1X2 - 1', result: 'lost' }], {
      version: 3,
    });

    expect(tallyIn(answer)).toMatchObject({ changed: 1 });
    expect(await selectionOf(community, game)).toMatchObject({ lost: 1, differing: 0 });
  });
});

describe('a settlement', () => {
  const undo = { oddName: '1X2 - 1', result: 'pending' } as const;

  test('is undone by its author within ten minutes', async () => {
    const community = await aCommunity();
    const { clock } = community;
    const { game, home } = await homeAndDraw(community);
    await settles(community, game, [homeWon]);
    clock.passes(10 * minute);

    const answer = await settles(community, game, [undo]);

    expect(tallyIn(answer)).toEqual({ changed: 1, unchanged: 0, left: 0, own: 0 });
    const tip = await community.tip(home.id);
    expect(tip).toMatchObject({ outcome: 'open', options: [{ result: 'pending' }] });
    expect(tip.options[0]).not.toHaveProperty('fact');
    expect(await decided(community)).toMatchObject([
      { action: 'leg.settle' },
      { action: 'leg.correct' },
    ]);
    await settles(community, game, [homeWon]);
    expect(await community.tip(home.id)).toMatchObject({ outcome: 'won' });
  });

  test('gives way to another’s earlier settlement of each ticket once it is undone', async () => {
    const community = await aCommunity();
    const { secondAdministrator: second, clock } = community;
    const { game, tips } = await aPlayedGame(community, [{}, { by: second }]);
    const [home, open] = tips;
    const voided = { oddName: '1X2 - 1', result: 'void', reason: 'The stand was closed.' } as const;
    await settles(community, game, [voided], { token: second.token });
    const at = clock().toISOString();
    clock.passes(minute);
    await settles(community, game, [{ ...homeWon, over: true }]);
    clock.passes(minute);
    await settles(community, game, [homeLost]);

    const answer = await settles(community, game, [undo]);
    const again = await settles(community, game, [undo]);

    expect(tallyIn(answer)).toEqual({ changed: 2, unchanged: 0, left: 0, own: 0 });
    expect(tallyIn(again), 'only once').toMatchObject({ changed: 0 });
    expect(await community.tip(home.id)).toMatchObject({
      outcome: 'void',
      options: [{ result: 'void', reason: voided.reason, confirmedAt: at }],
    });
    expect(await community.tip(open.id)).toMatchObject({ options: [{ result: 'pending' }] });
    expect(await selectionOf(community, game)).toMatchObject({ void: 1, differing: 0 });
    const refused = await settles(community, game, [homeWon]);
    expect(staleIn(refused).by).toContain('Dayo');
  });

  test('remains on tickets that another administrator had settled equally before', async () => {
    const community = await aCommunity();
    const { token } = community.secondAdministrator;
    const { game, home } = await homeAndDraw(community);
    await settles(community, game, [homeWon], { token });
    await settles(community, game, [{ ...homeLost, over: true }]);
    await settles(community, game, [homeWon]);

    expect(tallyIn(await settles(community, game, [undo]))).toMatchObject({ changed: 0 });
    expect(await community.tip(home.id)).toMatchObject({ outcome: 'won' });
  });

  test.each<[string, (community: Community) => Promise<string> | string]>([
    [
      'ten minutes later',
      ({ clock, administrator }) => {
        clock.passes(10 * minute + 1);
        return administrator.token;
      },
    ],
    ['by another administrator', ({ secondAdministrator }) => secondAdministrator.token],
    [
      'once its ticket is confirmed',
      async ({ api, administrator, clock }) => {
        await api.database
          .update(tips)
          .set({ confirmedAt: clock() })
          .where(eq(tips.outcome, 'won'));
        return administrator.token;
      },
    ],
  ])('cannot be undone %s', async (_, meanwhile) => {
    const community = await aCommunity();
    const { game, home } = await homeAndDraw(community);
    await settles(community, game, [homeWon]);

    const token = await meanwhile(community);
    const answer = await settles(community, game, [undo], { token });

    expect(tallyIn(answer)).toMatchObject({ changed: 0 });
    expect(await community.tip(home.id)).toMatchObject({ outcome: 'won' });
  });
});

describe('six hundred tickets', () => {
  test('are settled in one call, while other requests are answered', async () => {
    const community = await aCommunity();
    const { api, tipster, other, aGame } = community;
    const next = await aGame({ startsIn: 10 * hour });
    const others = [await community.aMember(), await community.aMember()];
    // Several owners keep each member below the daily limit of posts.
    const { game } = await homeAndDraw(community, 599, [tipster, other, ...others]);
    const call = { isDone: false };

    const settling = settles(community, game, [homeWon], { headers: aKey() });
    void settling.then(() => (call.isDone = true));
    const statuses: number[] = [];
    const meanwhile: number[] = [];
    for (let n = 0; !call.isDone; n += 1) {
      const options = [{ fixtureId: next.id, oddName: oddNames[n] }];
      const post = { token: tipster.token, headers: aKey(), body: { options } };
      const asked = [
        api.get('/api/feed'),
        api.get('/api/tips', { token: other.token }),
        api.get('/api/sync', { token: tipster.token }),
        ...(n < 5 ? [api.post('/api/tips', post)] : []),
      ].map(async (asking) => {
        const { status } = await asking;
        if (!call.isDone) meanwhile.push(status);
        return { status };
      });
      for (const { status } of await Promise.all(asked)) statuses.push(status);
    }

    expect(tallyIn(await settling)).toEqual({ changed: 600, unchanged: 0, left: 0, own: 0 });
    expect(await decided(community)).toHaveLength(600);
    expect(new Set(statuses)).toEqual(new Set([200, 201]));
    expect(meanwhile, 'their owner, too, did not wait for its end').toContain(201);
  });

  test('are each settled once if batches of the call fail and it is sent again', async () => {
    const community = await aCommunity();
    const { api } = community;
    const { game } = await homeAndDraw(community, 149);
    const headers = aKey();
    loseNextCommitReply(api.database);

    const lost = await settles(community, game, [homeWon], { headers });
    const beside = await settles(community, game, [homeWon], {
      token: community.secondAdministrator.token,
    });
    const again = await settles(community, game, [homeWon], { headers });
    const repeated = await settles(community, game, [homeWon], { headers });

    expect(problemOf(lost)).toBe('503 unavailable');
    expect(tallyIn(beside)).toEqual({ changed: 100, unchanged: 50, left: 0, own: 0 });
    expect(tallyIn(again)).toEqual({ changed: 0, unchanged: 150, left: 0, own: 0 });
    expect(repeated.body).toEqual(again.body);
    expect(await decided(community)).toHaveLength(150);
    expect(await api.database.select().from(operations)).toHaveLength(1);
  });
});
