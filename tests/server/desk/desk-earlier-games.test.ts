import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { earlierFixtures } from '#contract/desk.ts';
import { earlierFixtureLimit } from '#contract/limits.ts';

import { day, hour } from '../../testing/clock/clock.ts';
import { confirms, setsResult, settles, theDesk } from '../../testing/tips/desk.ts';
import { aCommunity, type Community } from '../../testing/tips/tips.ts';

async function found(community: Community, search: string) {
  const { api, administrator, returns } = community;
  const { token } = await returns(administrator);
  const path = `/api/admin/fixtures?search=${encodeURIComponent(search)}`;
  const { status, body } = await api.get(path, { token });
  expect(status).toBe(200);
  const read = z.parse(earlierFixtures.reply, body);
  expect(body, 'nothing but what the contract says').toEqual(read);
  return read;
}

/** Inserts games with these clubs on consecutive days; all ended long ago. */
async function games(community: Community, ...teams: [home: string, away: string][]) {
  for (const [index, [home, away]] of teams.entries()) {
    await community.aGame({ home, away, startsIn: 2 * hour + index * day });
  }
  community.clock.passes(90 * day);
}

const homes = (fixtures: readonly { home: string }[]) => fixtures.map(({ home }) => home);

describe('a search for games that have begun', () => {
  test('finds a game whose tickets are all confirmed, which the desk no longer shows', async () => {
    const community = await aCommunity();
    const { aGame, aTip, clock } = community;
    const game = await aGame({ home: 'Arsenal', away: 'Chelsea' });
    const { id } = await aTip({ games: [game] });
    clock.passes(4 * hour);
    await setsResult(community, game, { status: 'played', halfTime: [1, 0], fullTime: [2, 0] });
    await settles(community, game, [{ oddName: '1X2 - 1', result: 'won' }]);
    await confirms(community, [id]);
    expect((await theDesk(community)).fixtures).toEqual([]);

    expect(await found(community, 'arsenal')).toEqual([
      {
        id: game.id,
        sportKey: 'soccer_epl',
        home: 'Arsenal',
        away: 'Chelsea',
        kickOff: game.kickOff.toISOString(),
        status: 'played',
        prices: { home: 1.85, draw: 3.4, away: 4.2 },
        score: { halfTime: [1, 0], fullTime: [2, 0] },
      },
    ]);
  });

  test('matches all words, regardless of case, accents and order', async () => {
    const community = await aCommunity();
    await games(community, ['Atlético Madrid', 'Sevilla'], ['Real Madrid', 'Sevilla']);

    expect(homes(await found(community, 'SEVILLA atletico'))).toEqual(['Atlético Madrid']);
    expect(await found(community, 'Sevilla Valencia')).toEqual([]);
  });

  test('matches the league, too', async () => {
    const community = await aCommunity();
    await games(community, ['Arsenal', 'Chelsea'], ['Everton', 'Chelsea']);

    expect(homes(await found(community, 'epl everton'))).toEqual(['Everton']);
  });

  test('returns the newest first, up to a limit', async () => {
    const community = await aCommunity();
    const many = Array.from({ length: earlierFixtureLimit + 2 }, (_, index) => `Home ${index}`);
    await games(community, ...many.map((home): [string, string] => [home, 'Leeds']));

    const shown = homes(await found(community, 'leeds'));

    expect(shown).toEqual(many.toReversed().slice(0, earlierFixtureLimit));
  });

  test('returns no future game, except postponed ones', async () => {
    const community = await aCommunity();
    const { aGame } = community;
    await aGame({ home: 'Leeds', away: 'Everton' });
    const off = await aGame({ home: 'Leeds', away: 'Fulham', status: 'postponed' });

    const shown = await found(community, 'leeds');

    expect(shown.map(({ id }) => id)).toEqual([off.id]);
  });
});
