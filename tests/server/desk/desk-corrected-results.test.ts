import { describe, expect, test } from 'vitest';

import { day, hour } from '../../testing/clock/clock.ts';
import { selectionOf, setsResult, theDesk } from '../../testing/tips/desk.ts';
import { aCommunity, edits } from '../../testing/tips/tips.ts';

const played = { status: 'played', halfTime: [0, 0], fullTime: [2, 1] };

describe('a result that is corrected', () => {
  test('shows which open and which confirmed tickets were decided otherwise', async () => {
    const community = await aCommunity();
    const { api, administrator, other, aGame, aTip, clock } = community;
    const games = [await aGame()] as const;
    const [game] = games;
    const [open, confirmed] = [await aTip({ games }), await aTip({ by: other, games })];
    clock.passes(4 * hour);
    await setsResult(community, game, { status: 'played', fullTime: [5, 0] });
    for (const tip of [open, confirmed]) {
      await edits(community, tip, [{ fixtureId: game.id, result: 'won' }]);
    }
    const { token } = administrator;
    const body = { IsGameSuccessful: true };
    await api.put(`/api/tips/confirmTip/${confirmed.id}`, { token, body });
    const before = await selectionOf(community, game);
    expect(before).toMatchObject({ won: 1, differing: 0, confirmedDiffering: 0 });
    expect((await theDesk(community)).counts).toMatchObject({ ready: 1 });

    await setsResult(community, game, { status: 'played', fullTime: [0, 0] });

    expect(await selectionOf(community, game)).toMatchObject({
      proposal: { result: 'lost' },
      won: 1,
      differing: 1,
      confirmedDiffering: 1,
    });
    expect((await theDesk(community)).counts).toMatchObject({ corrected: 1, ready: 0 });
  });

  test('shows what was confirmed long before the result changed, until it is corrected', async () => {
    const first = await aCommunity();
    const { aGame, aTip, administrator, api, clock, returns } = first;
    const game = await aGame();
    const tip = await aTip({ games: [game] });
    clock.passes(4 * hour);
    await setsResult(first, game, { status: 'played', fullTime: [5, 0] });
    await edits(first, tip, [{ fixtureId: game.id, result: 'won' }]);
    const body = { IsGameSuccessful: true };
    await api.put(`/api/tips/confirmTip/${tip.id}`, { token: administrator.token, body });
    clock.passes(40 * day);
    const community = {
      ...first,
      administrator: { ...administrator, ...(await returns(administrator)) },
    };
    expect((await theDesk(community)).fixtures).toEqual([]);

    await setsResult(community, game, { status: 'played', fullTime: [0, 0] });

    expect(await selectionOf(community, game)).toMatchObject({ confirmedDiffering: 1 });
    expect((await theDesk(community)).counts).toMatchObject({ corrected: 1 });
    clock.passes(40 * day);
    const by = await returns(administrator);
    expect((await theDesk(community, { by })).counts).toMatchObject({ corrected: 1 });
    await setsResult(community, game, { status: 'played', fullTime: [5, 0] }, { token: by.token });
    expect((await theDesk(community, { by })).fixtures).toEqual([]);
  });

  test('shows a ticket that was confirmed after the result of its decision had changed', async () => {
    const community = await aCommunity();
    const { aGame, aTip, administrator, api, clock } = community;
    const game = await aGame();
    const tip = await aTip({ games: [game] });
    clock.passes(4 * hour);
    await setsResult(community, game, { status: 'played', fullTime: [5, 0] });
    await edits(community, tip, [{ fixtureId: game.id, result: 'won' }]);
    await setsResult(community, game, { status: 'played', fullTime: [0, 0] });

    const body = { IsGameSuccessful: true };
    await api.put(`/api/tips/confirmTip/${tip.id}`, { token: administrator.token, body });

    expect(await selectionOf(community, game)).toMatchObject({ confirmedDiffering: 1 });
  });

  test('says nothing of who decided against it and knew it', async () => {
    const community = await aCommunity();
    const { aGame, aTip, clock } = community;
    const game = await aGame();
    const tip = await aTip({ games: [game] });
    clock.passes(4 * hour);
    await setsResult(community, game, played);
    const reason = 'The league took the points away.';

    await edits(community, tip, [{ fixtureId: game.id, result: 'lost', reason }]);

    expect(await selectionOf(community, game)).toMatchObject({
      lost: 1,
      differing: 0,
      proposal: { result: 'won' },
    });
  });
});
