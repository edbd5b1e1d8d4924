import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { CorrectionPreview } from '#contract/desk.ts';

import { day } from '../../testing/clock/clock.ts';
import { aChangedGame, corrects, later, oddsId, recordIn } from '../../testing/tips/corrections.ts';
import { selectionOf } from '../../testing/tips/desk.ts';
import { aCommunity, type Community, type Game } from '../../testing/tips/tips.ts';

async function preview(
  { api, administrator }: Community,
  { id }: Pick<Game, 'id'>,
  query = '',
): Promise<CorrectionPreview> {
  const path = `/api/admin/corrections/${id}${query}`;
  const { status, body } = await api.get(path, { token: administrator.token });
  expect(status).toBe(200);
  const read = z.parse(CorrectionPreview, body);
  expect(body, 'nothing but what the contract says').toEqual(read);
  return read;
}

describe('the preview of a correction', () => {
  test('shows how many tickets it would change, and how the tipsters’ records would change', async () => {
    const community = await aCommunity();
    const { game } = await aChangedGame(community, 5);
    const { tipster, other } = community;

    const shown = await preview(community, game);

    const option = { oddsId, tickets: 5, own: 0, won: 5, lost: 0, void: 0, becomes: 'lost' };
    expect(shown).toMatchObject({
      fixture: { id: game.id, version: 3 },
      selections: [option],
      tickets: 5,
      own: 0,
      tipsters: [
        { id: tipster.id, tickets: 3, before: 2.85, after: -3 },
        { id: other.id, name: 'Bola Ade', tickets: 2, before: 2, after: -2 },
      ],
    });
    expect(await selectionOf(community, game)).toMatchObject({ confirmedDiffering: 5 });
  });

  test('equals the change of the records after the correction', async () => {
    const community = await aCommunity();
    const { game } = await aChangedGame(community, 5);
    const before = await recordIn(community);
    const shown = await preview(community, game);

    await corrects(community, game);

    const mine = shown.tipsters.find(({ id }) => id === community.tipster.id);
    const after = await recordIn(community);
    expect(after.flatProfit - before.flatProfit).toBeCloseTo(
      (mine?.after ?? 0) - (mine?.before ?? 0),
    );
  });

  test('shows an administrator’s results that differ from the rules', async () => {
    const first = await aCommunity();
    const { game } = await aChangedGame(first, 2);
    first.clock.passes(4 * day);
    const community = await later(first);

    const shown = await preview(community, game, `?results=${oddsId}:void`);

    expect(shown).toMatchObject({ tickets: 2, selections: [{ becomes: 'void' }] });
    expect(shown.tipsters.map(({ after }) => after)).toEqual([0, 0]);
  });
});
