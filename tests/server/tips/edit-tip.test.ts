import { asc, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, legs } from '#server/db/schema.ts';

import { hour } from '../../testing/clock/clock.ts';
import { aCommunity, aTip, confirmsTip, edits, problemOf, tipOf } from '../../testing/tips/tips.ts';

describe('an administrator', () => {
  test('prices a leg, which updates the total odds', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);

    const answer = await edits(community, tip, [{ fixtureId: games[1].id, odd: 2.4 }]);

    expect(tipOf(answer)).toMatchObject({
      totalOdds: 4.44,
      version: 2,
      options: [{ odd: 1.85 }, { odd: 2.4, result: 'pending' }],
    });
    expect(answer.headers['etag']).toBe('"2"');
    expect(await community.tip(tip.id)).toEqual(tipOf(answer));
  });

  test('settles legs, which updates outcome, counts and score', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    community.clock.passes(4 * hour);

    const first = tipOf(
      await edits(community, tip, [
        { game: games[0].game, result: 'won', reason: 'It ended 2-1.' },
      ]),
    );
    const both = tipOf(await edits(community, tip, [{ game: games[1].game, result: 'lost' }]));

    expect(first).toMatchObject({ outcome: 'open', totalGamesWon: 1, gameRankPercentage: 100 });
    expect(first.options[0]).toMatchObject({
      status: true,
      result: 'won',
      confirmedAt: '2026-03-07T16:00:00.000Z',
      reason: 'It ended 2-1.',
    });
    expect(both).toMatchObject({
      outcome: 'lost',
      totalGamesWon: 1,
      totalGamesLost: 1,
      gameRankPercentage: 50,
      version: 3,
    });
    expect(await community.tip(tip.id)).toEqual(both);
  });

  test('gets an audit entry for every changed value', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);

    const change = { fixtureId: games[1].id, odd: 2.4, result: 'void', reason: 'Moved.' };
    await edits(community, tip, [change]);
    community.clock.passes(4 * hour);
    await edits(community, tip, [
      { fixtureId: games[0].id, result: 'won', reason: 'It ended 2-1.' },
    ]);

    const entries = await community.api.database
      .select()
      .from(audit)
      .where(like(audit.action, 'leg.%'))
      .orderBy(asc(audit.id));
    expect(entries).toMatchObject([
      { action: 'leg.price', before: { odd: 0 }, after: { odd: 2.4, kickOffOdd: 2.4 } },
      { action: 'leg.settle', after: { result: 'void' }, reason: 'Moved.' },
      {
        actorId: community.administrator.id,
        subject: `tip:${tip.id}`,
        action: 'leg.settle',
        before: { fixtureId: games[0].id, result: 'pending' },
        after: { fixtureId: games[0].id, result: 'won' },
        reason: 'It ended 2-1.',
      },
    ]);
  });
});

describe('a game that is settled as void', () => {
  test('needs a public reason, and may be in the future', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    const change = { fixtureId: games[0].id, result: 'void' };

    const bare = await edits(community, tip, [change]);
    await edits(community, tip, [{ ...change, reason: 'The stand is closed.' }]);

    expect(problemOf(bare)).toBe('422 decision-needs-reason');
    expect(bare.body).toMatchObject({ errors: { 'options.0.reason': ['decision-needs-reason'] } });
    expect((await community.tip(tip.id)).options[0]).toMatchObject({
      result: 'void',
      reason: 'The stand is closed.',
    });
  });
});

describe('a price that comes after kick-off', () => {
  test('needs a reason, and does not count in the record', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    community.clock.passes(3 * hour);

    const change = { fixtureId: games[1].id, odd: 2.4 };
    const bare = await edits(community, tip, [change]);
    const blank = await edits(community, tip, [{ ...change, reason: '  ' }]);
    const given = await edits(community, tip, [{ ...change, reason: 'Both shops paid 2.40.' }]);

    expect([bare, blank].map(problemOf)).toEqual(Array(2).fill('422 reason-required'));
    expect(bare.body).toMatchObject({ errors: { 'options.0.reason': ['reason-required'] } });
    expect(tipOf(given).options[1]?.odd).toBe(2.4);
    expect(tipOf(given)).toMatchObject({ totalOdds: 4.44, recordOdds: 0 });
    const rows = await community.api.database.select().from(legs).orderBy(asc(legs.position));
    expect(rows.map(({ kickOffOdd }) => kickOffOdd)).toEqual(['1.85', '0.00']);
  });
});

describe('an edit that is refused', () => {
  type Leg = { fixtureId: string; game: string };

  test.each([
    {
      because: 'the game is not in the tip',
      change: () => ({ fixtureId: 'nowhere', odd: 2 }),
      problem: '422 unknown-leg',
      at: 'options.0',
    },
    {
      because: 'no game is named',
      change: () => ({ odd: 2 }),
      problem: '422 unknown-leg',
      at: 'options.0',
    },
    {
      because: 'the price has three decimals',
      change: ({ fixtureId }: Leg) => ({ fixtureId, odd: 1.855 }),
      problem: '422 invalid-price',
      at: 'options.0.odd',
    },
    {
      because: 'it would choose another option',
      change: ({ fixtureId }: Leg) => ({ fixtureId, oddName: '1X2 - 2' }),
      problem: '400 invalid-input',
      at: 'options.0.oddName',
    },
    {
      because: 'it would rename the game',
      change: ({ fixtureId }: Leg) => ({ fixtureId, game: 'A Vs B' }),
      problem: '400 invalid-input',
      at: 'options.0.game',
    },
    {
      because: 'odds are text',
      change: ({ fixtureId }: Leg) => ({ fixtureId, odd: '1.5' }),
      problem: '400 invalid-input',
      at: 'options.0.odd',
    },
    {
      because: 'the field is unknown',
      change: ({ fixtureId }: Leg) => ({ fixtureId, owner: 'me' }),
      problem: '400 invalid-input',
      at: 'options.0.owner',
    },
  ])('changes nothing: $because', async ({ change, problem, at }) => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    const fine = { fixtureId: games[1].id, odd: 3 };

    const answer = await edits(community, tip, [
      change({ fixtureId: games[0].id, game: games[0].game }),
      fine,
    ]);

    expect(problemOf(answer)).toBe(problem);
    expect(Object.keys(Object(answer.body).errors)).toEqual([at]);
    expect(await community.tip(tip.id)).toEqual(tip);
  });

  test('names a leg twice', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    const [{ id, game }] = games;

    const answer = await edits(community, tip, [
      { fixtureId: id, odd: 2 },
      { game, odd: 3 },
    ]);

    expect(problemOf(answer)).toBe('400 invalid-input');
    expect(answer.body).toMatchObject({ errors: { 'options.1': ['duplicate'] } });
  });

  test('concerns a confirmed tip', async () => {
    const community = await aCommunity();
    const tip = await community.aTip();
    const fixtureId = tip.options[0]?.fixtureId;
    community.clock.passes(4 * hour);
    await edits(community, tip, [{ fixtureId, result: 'won' }]);
    await confirmsTip(community, tip);

    const answer = await edits(community, tip, [{ fixtureId, result: 'lost' }]);

    expect(problemOf(answer)).toBe('409 already-confirmed');
  });
});
