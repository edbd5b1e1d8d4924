import { describe, expect, test } from 'vitest';

import { runChecks } from '#server/doctor/command.ts';
import { findKnownLeague } from '#server/fixtures/leagues.ts';
import { importSeason } from '#server/seasons/import.ts';

import { hour } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { onDesk } from '../../testing/tips/desk.ts';
import { aDataDir } from '../../testing/server/server-process.ts';
import { aSource } from '../../testing/outside/sources.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

const path = '/api/admin/club-names';

/** An ended game, and a results source that names the home club differently. */
async function aNamelessClub() {
  const { database, url } = await aDatabase();
  const community = await aCommunity({ database });
  const game = await community.aGame();
  await community.aTip({ games: [game] });
  community.clock.passes(4.5 * hour);
  const { home, away, kickOff } = await onDesk(community, game);
  const match = {
    completed: true,
    commence_time: kickOff,
    home_team: 'The Unheard-of',
    away_team: away,
    scores: [
      { name: 'The Unheard-of', score: '2' },
      { name: away, score: '1' },
    ],
  };
  const source = await aSource('v4', () => ({ status: 200, body: [match] }));
  const asks = async () => source.takeResults(community.services);
  return { community, url, game, home, away, kickOff: new Date(kickOff), source, asks };
}

describe('an unknown club name', () => {
  test('is logged, reported by the doctor and listed with the clubs of its league', async () => {
    const { community, url, home, source, asks } = await aNamelessClub();
    const { api, administrator, clock } = community;

    await asks();

    expect(source.lines.map(({ about }) => about)).toContainEqual(
      expect.objectContaining({ unknown: ['The Unheard-of'] }),
    );
    expect((await api.get(path, { token: administrator.token })).body).toMatchObject({
      names: [{ sportKey: 'soccer_epl', name: 'The Unheard-of', source: source.host }],
      clubs: { soccer_epl: expect.arrayContaining([home]) },
    });
    const env = { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: await aDataDir() };
    const words = (await runChecks(env, { clock })).map((finding) => finding.message);
    expect(words.join(' ')).toContain('1 clubs that match none, such as The Unheard-of.');
  });

  test('is assigned to a club, and its results are imported', async () => {
    const { community, game, home, asks } = await aNamelessClub();
    const { api, administrator, clock } = community;
    await asks();
    const body = { sportKey: 'soccer_epl', name: 'The Unheard-of', club: home };

    const answer = await api.put(path, { token: administrator.token, body });
    clock.passes(hour);
    await asks();

    expect(answer).toMatchObject({ status: 200, body: { names: [] } });
    expect(await onDesk(community, game)).toMatchObject({ score: { fullTime: [2, 1] } });
  });

  test('is listed if it is in a season file', async () => {
    const { community, away, kickOff } = await aNamelessClub();
    const { api, administrator, clock } = community;
    const league = findKnownLeague('soccer_epl') ?? expect.unreachable('no league');
    const game = { home: 'The Unheard-of', away, kickOff };
    const match = { ...game, id: 'x', round: '', status: 'scheduled', score: undefined } as const;

    await importSeason(api.database, { league, matches: [match], at: clock() });

    expect((await api.get(path, { token: administrator.token })).body).toMatchObject({
      names: [{ sportKey: 'soccer_epl', name: 'The Unheard-of', source: 'file' }],
    });
  });
});
