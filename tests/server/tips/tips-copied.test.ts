import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';

import { aCommunity, problemOf } from '../../testing/tips/tips.ts';

describe('a copy', () => {
  test('says where it comes from', async () => {
    const { tipster, other, aGame, aTip } = await aCommunity();
    const game = await aGame();
    const original = await aTip({ by: tipster, games: [game] });

    const copy = await aTip({ by: other, games: [game], rest: { copiedFrom: original.id } });

    expect(copy.copiedFrom).toBe(original.id);
  });

  test('of a copy is one of the original', async () => {
    const { tipster, other, aMember, aGame, aTip } = await aCommunity();
    const games = [await aGame()];
    const original = await aTip({ by: tipster, games });
    const copy = await aTip({ by: other, games, rest: { copiedFrom: original.id } });

    const rest = { copiedFrom: copy.id };
    const again = await aTip({ by: await aMember(), games, rest });

    expect(again.copiedFrom).toBe(original.id);
  });

  test('is a tip of its own once it differs, so that it counts for who made it', async () => {
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
});
