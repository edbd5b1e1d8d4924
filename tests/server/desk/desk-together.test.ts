import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, legs, tips } from '#server/db/schema.ts';

import type { Answer } from '../../testing/server/api.ts';
import { hour, minute } from '../../testing/clock/clock.ts';
import {
  aPlayedGame,
  confirms,
  recordsAreRight,
  setsResult,
  settles,
  tallyIn,
} from '../../testing/tips/desk.ts';
import { manyTips } from '../../testing/tips/many-tips.ts';
import { aCommunity, aKey, type Community, edits, type Game } from '../../testing/tips/tips.ts';

const oddName = '1X2 - 1';

/** Runs each person's calls in sequence and all persons in parallel; returns distinct statuses. */
async function beside(...people: readonly (readonly (() => Promise<Answer>)[])[]) {
  const answers = await Promise.all(
    people.map(async (actions) => {
      const own: Answer[] = [];
      for (const step of actions) own.push(await step());
      return own;
    }),
  );
  return [...new Set(answers.flat().map(({ status }) => status))].toSorted((a, b) => a - b);
}

/** The calls of a member who posts tickets, books one, and withdraws another. */
async function aMembersDay({ api, aTip, aMember }: Community, game: Game) {
  const by = await aMember();
  const { token } = by;
  const [toBook, toWithdraw] = [
    await aTip({ by, games: [game], oddName: 'GG/NG - GG' }),
    await aTip({ by, games: [game], oddName: 'GG/NG - NG' }),
  ];
  const post = async (name: string) => {
    const body = { options: [{ fixtureId: game.id, oddName: name }] };
    return api.post('/api/tips', { token, body, headers: aKey() });
  };
  return [
    async () => post(oddName),
    async () => api.put(`/api/tips/bookTicket/${toBook.id}`, { token, headers: aKey() }),
    async () => api.delete(`/api/tips/${toWithdraw.id}`, { token, headers: aKey() }),
    async () => post('DNB - 1'),
  ];
}

async function traces({ api }: Community, action: string) {
  const rows = await api.database
    .select({ subject: audit.subject, times: sql`count(*)`.mapWith(Number) })
    .from(audit)
    .where(eq(audit.action, action))
    .groupBy(audit.subject);
  return { tickets: rows.length, most: Math.max(...rows.map(({ times }) => times)) };
}

test('two administrators settle and confirm the same game at once, each ticket once', async () => {
  const community = await aCommunity();
  const { api, administrator, secondAdministrator, aGame, aMember, clock } = community;
  const game = await aGame();
  const next = await aGame({ startsIn: 10 * hour });
  const by = [await aMember(), await aMember()];
  const ids = await manyTips(community, game, { count: 120, by, oddName, odd: 2 });
  clock.passes(4 * hour);
  const days = [await aMembersDay(community, next), await aMembersDay(community, next)];
  const deskOf = ({ token }: { token: string }, order: readonly string[]) => {
    const asking = () => ({ token, headers: aKey() });
    const edit = [{ fixtureId: game.id, result: 'won' }];
    const decide = [{ oddName, result: 'won' } as const];
    return [
      async () => setsResult(community, game, { status: 'played', fullTime: [1, 0] }, asking()),
      async () => edits(community, { id: order[3] ?? '' }, edit, asking()),
      async () => settles(community, game, decide, asking()),
      async () => confirms(community, order, asking()),
    ];
  };

  const statuses = await beside(
    ...days,
    deskOf(administrator, ids),
    deskOf(secondAdministrator, ids.toReversed()),
  );

  expect(statuses).toEqual([200, 201]);
  expect(await traces(community, 'fixture.result')).toEqual({ tickets: 1, most: 1 });
  expect(await traces(community, 'leg.settle')).toEqual({ tickets: 120, most: 1 });
  expect(await traces(community, 'tip.confirm')).toEqual({ tickets: 120, most: 1 });
  expect(await api.database.$count(tips, eq(tips.outcome, 'won'))).toBe(120);
  expect(await recordsAreRight(community)).toBe(true);
});

describe('a settlement over another administrator’s', () => {
  const voided = { oddName, result: 'void', reason: 'The stand was closed.' } as const;
  const lost = { oddName, result: 'lost', reason: 'The points were taken.' } as const;
  const undo = { oddName, result: 'pending' } as const;

  /**
   * A ticket voided by the second administrator; later the first one settled it, then undid this.
   */
  async function undoneDecision() {
    const community = await aCommunity();
    const { api, clock, secondAdministrator } = community;
    const { token } = secondAdministrator;
    const { game, tips: posted } = await aPlayedGame(community, [{}]);
    const [{ id }] = posted;
    await settles(community, game, [voided], { token });
    const at = clock();
    clock.passes(minute);
    await settles(community, game, [{ oddName, result: 'won', over: true }]);
    clock.passes(minute);
    await settles(community, game, [undo]);
    const standing = async () => {
      const [{ undo: _, ...leg } = {}] = await api.database
        .select()
        .from(legs)
        .where(eq(legs.tipId, id));
      return leg;
    };
    expect(await standing()).toMatchObject({
      result: 'void',
      decidedBy: secondAdministrator.id,
      decidedAt: at,
    });
    return { community, game, token, standing };
  }

  test('restores the other’s once it is undone, and the other can undo theirs', async () => {
    const { community, game, token, standing } = await undoneDecision();
    community.clock.passes(minute);

    const answer = await settles(community, game, [undo], { token });

    expect(tallyIn(answer)).toEqual({ changed: 1, unchanged: 0, left: 0, own: 0 });
    expect(await standing()).toMatchObject({ result: 'pending', decidedBy: null });
  });

  test('restores the other’s again after a second settlement and its undo', async () => {
    const { community, game, token, standing } = await undoneDecision();
    const before = await standing();

    for (const again of [lost, { ...lost, result: 'won' } as const]) {
      community.clock.passes(5 * minute);
      await settles(community, game, [{ ...again, over: true }]);
      await settles(community, game, [undo]);
      expect(await standing()).toEqual(before);
    }
    await settles(community, game, [lost], { token });
    await settles(community, game, [undo], { token });

    expect(await standing()).toEqual(before);
  });
});

test('an undo that restores one’s own older settlement counts every ticket as changed', async () => {
  const community = await aCommunity();
  const { aGame, clock } = community;
  const game = await aGame();
  await manyTips(community, game, { count: 60, oddName, odd: 2 });
  clock.passes(4 * hour);
  await setsResult(community, game, { status: 'played', fullTime: [1, 0] });
  const reason = 'The stand was closed.';
  await settles(community, game, [{ oddName, result: 'void', reason }]);
  clock.passes(11 * minute);
  await settles(community, game, [{ oddName, result: 'won' }]);

  const undo = [{ oddName, result: 'pending' } as const];
  const answer = await settles(community, game, undo);
  const again = await settles(community, game, undo);

  expect(tallyIn(answer)).toEqual({ changed: 60, unchanged: 0, left: 0, own: 0 });
  expect(tallyIn(again), 'decided too long ago').toMatchObject({ changed: 0, left: 60 });
});
