import { asc, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { audit, legs } from '#server/db/schema.ts';

import { hour } from '../../testing/clock/clock.ts';
import { aCommunity, aKey, aTip, edits, problemOf, tipOf } from '../../testing/tips/tips.ts';

describe('an administrator', () => {
  test('prices a leg, and the total follows', async () => {
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

  test('settles legs, and outcome, counts and score follow', async () => {
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

  test('takes a leg out, which then counts as 1.00', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);

    const answer = await edits(community, tip, [
      { fixtureId: games[1].id, result: 'void', reason: 'Moved.' },
    ]);

    expect(tipOf(answer)).toMatchObject({ totalOdds: 1.85, outcome: 'open' });
    expect(tipOf(answer).options[1]).toMatchObject({ status: false, result: 'void' });
  });

  test('opens a leg again', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    community.clock.passes(4 * hour);
    await edits(community, tip, [{ fixtureId: games[0].id, result: 'lost' }]);

    const answer = await edits(community, tip, [{ fixtureId: games[0].id, result: 'pending' }]);

    expect(tipOf(answer)).toMatchObject({ outcome: 'open', totalGamesLost: 0 });
    expect(tipOf(answer).options[0]?.confirmedAt).toBeUndefined();
  });

  test('changes nothing by saying what already is', async () => {
    const community = await aCommunity();
    const { tip } = await aTip(community);

    const answer = await edits(community, tip, tip.options);

    expect(tipOf(answer)).toEqual(tip);
    expect(await community.api.database.$count(audit, like(audit.action, 'leg.%'))).toBe(0);
  });

  test('leaves a trace of every fact they change', async () => {
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

describe('a price that comes after kick-off', () => {
  test('needs a reason, and stays out of the record', async () => {
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

  test('is late though a try that failed came in time', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    const change = { fixtureId: games[1].id, odd: 2.4 };
    const headers = { ...aKey(), 'if-match': '"9"' };
    const first = await edits(community, tip, [change], { headers });

    community.clock.passes(3 * hour);
    const answer = await edits(community, tip, [change], {
      headers: { ...headers, 'if-match': '"1"' },
    });

    expect([first, answer].map(problemOf)).toEqual(['412 stale-version', '422 reason-required']);
  });

  test('is no matter for a result', async () => {
    const community = await aCommunity();
    const { games, tip } = await aTip(community);
    community.clock.passes(4 * hour);

    const leg = { ...tip.options[0], fixtureId: games[0].id, result: 'won' };
    const { score: _score, ...change } = leg;

    expect((await edits(community, tip, [change])).status).toBe(200);
  });
});
