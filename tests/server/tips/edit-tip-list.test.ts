import { describe, expect, test } from 'vitest';

import { aCommunity, confirmsTip, edits, tipsOf } from '../../testing/tips/tips.ts';

describe("the administrators' list", () => {
  test('of one state contains only tips in this state', async () => {
    const community = await aCommunity();
    const { api, administrator, aTip, clock } = community;
    const named = new Map<string, string>();
    for (const name of ['unpriced', 'priced', 'decided', 'treated']) {
      clock.passes(1);
      const tip = await aTip({ oddName: name === 'unpriced' ? 'DNB - 1' : '1X2 - 1' });
      named.set(tip.id, name);
      const fixtureId = tip.options[0]?.fixtureId;
      if (name === 'decided' || name === 'treated') {
        await edits(community, tip, [{ fixtureId, result: 'void', reason: 'Moved.' }]);
      }
      if (name === 'treated') await confirmsTip(community, tip);
    }
    const held = async (state: string) => {
      const answer = await api.get(`/api/admin/tickets?state=${state}`, administrator);
      return tipsOf(answer).map(({ id }) => named.get(id));
    };

    expect(await held('all')).toEqual(['treated', 'decided', 'priced', 'unpriced']);
    expect(await held('unpriced')).toEqual(['unpriced']);
    expect(await held('undecided')).toEqual(['priced', 'unpriced']);
    expect(await held('decided')).toEqual(['decided']);
    expect(await held('treated')).toEqual(['treated']);
    expect(await held('open')).toEqual(['decided', 'priced', 'unpriced']);
  });

  test('of one fixture contains only its tips', async () => {
    const { api, administrator, aGame, aTip } = await aCommunity();
    const game = await aGame();
    const tip = await aTip({ games: [game, await aGame()] });
    await aTip();

    const answer = await api.get(`/api/admin/tickets?fixtureId=${game.id}`, {
      token: administrator.token,
    });

    expect(tipsOf(answer).map(({ id }) => id)).toEqual([tip.id]);
  });

  test.each([
    { search: 'bola', finds: 1 },
    { search: 'Bola Ade', finds: 1 },
    { search: 'arsenal vs', finds: 1 },
    { search: 'CHÉLSEA  bola', finds: 1 },
    { search: 'chelsea nobody', finds: 0 },
    { search: 'premier leag', finds: 2 },
    { search: 'bola 1x2', finds: 1 },
    { search: 'over', finds: 0 },
    { search: '%', finds: 0 },
    { search: '_', finds: 0 },
    { search: "'", finds: 0 },
    { search: ' ', finds: 2 },
  ])('finds $finds of two by "$search"', async ({ search, finds }) => {
    const { api, administrator, other, aGame, aTip } = await aCommunity();
    await aTip({ by: other, games: [await aGame({ home: 'Arsenal', away: 'Chelsea' })] });
    await aTip();

    const answer = await api.get(`/api/admin/tickets?search=${encodeURIComponent(search)}`, {
      token: administrator.token,
    });

    expect(tipsOf(answer)).toHaveLength(finds);
  });

  test('finds a tip by its id, with its private fields', async () => {
    const { api, administrator, aTip } = await aCommunity();
    const tip = await aTip({ rest: { stake: 4 } });
    await aTip();

    const answer = await api.get(`/api/admin/tickets?search=${tip.id.slice(0, 23)}`, {
      token: administrator.token,
    });

    expect(tipsOf(answer)).toContainEqual({ ...tip, author: expect.anything() });
  });
});
