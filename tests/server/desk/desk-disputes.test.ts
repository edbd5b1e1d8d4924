import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { noticeList } from '#contract/notices.ts';

import { minute } from '../../testing/clock/clock.ts';
import {
  aPlayedGame,
  played,
  setsResult,
  settles,
  staleIn,
  tallyIn,
} from '../../testing/tips/desk.ts';
import { aCommunity, aKey } from '../../testing/tips/tips.ts';

const homeWon = { oddName: '1X2 - 1', result: 'won' } as const;
const homeLost = { oddName: '1X2 - 1', result: 'lost', reason: 'The points were taken.' } as const;

describe('administrators', () => {
  test('get a conflict on a single option, and the other is notified once that theirs was replaced', async () => {
    const community = await aCommunity();
    const { api, administrator, secondAdministrator, clock } = community;
    const { game, tips } = await aPlayedGame(community, [{}, { oddName: 'O/U 2.5 - Over' }]);
    const [home, over] = tips;
    await settles(community, game, [homeWon], { token: secondAdministrator.token });
    const inbox = async (who: { token: string }) => {
      const { body } = await api.get('/api/notices', { token: who.token });
      const { notices } = z.parse(noticeList.reply, body);
      return notices.filter(({ kind }) => kind === 'replaced');
    };

    const both = [homeLost, { oddName: 'O/U 2.5 - Over', result: 'won' }] as const;
    const answer = await settles(community, game, both, { headers: aKey() });

    expect(staleIn(answer).fixture.selections).toEqual(
      expect.arrayContaining([expect.objectContaining({ oddsId: 1, won: 1, lost: 0 })]),
    );
    expect(await community.tip(home.id)).toMatchObject({ outcome: 'won' });
    expect(await community.tip(over.id)).toMatchObject({ outcome: 'won' });
    expect(await inbox(secondAdministrator)).toEqual([]);
    clock.passes(minute);

    await settles(community, game, [{ ...homeLost, over: true }]);

    expect(await inbox(secondAdministrator)).toMatchObject([{ tipId: home.id, game: game.game }]);
    expect(await inbox(administrator)).toEqual([]);
    clock.passes(minute);
    await settles(community, game, [{ oddName: '1X2 - 1', result: 'pending' }]);
    expect(await inbox(secondAdministrator)).toEqual([]);
  });

  test('settle options with an outdated settlement together with pending options', async () => {
    const community = await aCommunity();
    const { game, tips } = await aPlayedGame(community, [{}]);
    const [home] = tips;
    await settles(community, game, [homeWon]);
    await setsResult(community, game, { ...played, fullTime: [0, 1] });

    const accept = { oddName: '1X2 - 1', result: 'lost', ifPending: true } as const;
    const answer = await settles(community, game, [accept], { version: 3 });

    expect(tallyIn(answer)).toMatchObject({ changed: 1, left: 0 });
    expect(await community.tip(home.id)).toMatchObject({ outcome: 'lost' });
  });
});
