import { describe, expect, test } from 'vitest';

import { day } from '../../testing/clock/clock.ts';
import { later } from '../../testing/tips/corrections.ts';
import { aPlayedGame, played, selectionOf, setsResult, theDesk } from '../../testing/tips/desk.ts';
import { aCommunity, confirmsTip, edits } from '../../testing/tips/tips.ts';

describe('a corrected result of a game', () => {
  test('shows which open and confirmed tickets were settled differently', async () => {
    const community = await aCommunity();
    const { game, tips } = await aPlayedGame(community, [{}, { by: community.other }]);
    const [, confirmed] = tips;
    for (const tip of tips) {
      await edits(community, tip, [{ fixtureId: game.id, result: 'won' }]);
    }
    await confirmsTip(community, confirmed);
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

  test('shows tickets confirmed long before, until they are corrected', async () => {
    const first = await aCommunity();
    const { administrator, clock, returns } = first;
    const { game, tips } = await aPlayedGame(first, [{}]);
    const [tip] = tips;
    await edits(first, tip, [{ fixtureId: game.id, result: 'won' }]);
    await confirmsTip(first, tip);
    clock.passes(40 * day);
    const community = await later(first);
    expect((await theDesk(community)).fixtures).toEqual([]);

    await setsResult(community, game, { status: 'played', fullTime: [0, 0] });

    expect(await selectionOf(community, game)).toMatchObject({ confirmedDiffering: 1 });
    expect((await theDesk(community)).counts).toMatchObject({ corrected: 1 });
    clock.passes(40 * day);
    const by = await returns(administrator);
    expect((await theDesk(community, { by })).counts).toMatchObject({ corrected: 1 });
    await setsResult(community, game, played, { token: by.token });
    expect((await theDesk(community, { by })).fixtures).toEqual([]);
  });

  test('shows a ticket confirmed after the result of its settlement had changed', async () => {
    const community = await aCommunity();
    const { game, tips } = await aPlayedGame(community, [{}]);
    const [tip] = tips;
    await edits(community, tip, [{ fixtureId: game.id, result: 'won' }]);
    await setsResult(community, game, { status: 'played', fullTime: [0, 0] });

    await confirmsTip(community, tip);

    expect(await selectionOf(community, game)).toMatchObject({ confirmedDiffering: 1 });
  });
});
