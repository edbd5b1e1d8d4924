import { describe, expect, test } from 'vitest';

import { hour } from '../../testing/clock/clock.ts';
import { aCommunity, aTip, edits, problemOf } from '../../testing/tips/tips.ts';

describe('an edit that is refused', () => {
  type Leg = { fixtureId: string; game: string };

  test.each([
    {
      because: 'of a game the tip has not',
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
      because: 'of three decimals',
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
      because: 'of an invented field',
      change: ({ fixtureId }: Leg) => ({ fixtureId, owner: 'me' }),
      problem: '400 invalid-input',
      at: 'options.0.owner',
    },
  ])('changes nothing, as when $because', async ({ change, problem, at }) => {
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

  test('meets a tip that is confirmed', async () => {
    const community = await aCommunity();
    const { api, administrator, aTip } = community;
    const tip = await aTip();
    const fixtureId = tip.options[0]?.fixtureId;
    community.clock.passes(4 * hour);
    await edits(community, tip, [{ fixtureId, result: 'won' }]);
    await api.put(`/api/tips/confirmTip/${tip.id}`, {
      token: administrator.token,
      body: { IsGameSuccessful: true },
    });

    const answer = await edits(community, tip, [{ fixtureId, result: 'lost' }]);

    expect(problemOf(answer)).toBe('409 already-confirmed');
  });
});
