import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { fixtures } from '#server/db/schema.ts';
import { runFixturesCommand } from '#server/seasons/command.ts';

import { day } from '../../testing/clock/clock.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { aDataDir } from '../../testing/server/server-process.ts';
import { aSource, v4Answer, v4Game } from '../../testing/outside/sources.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

const kickOff = new Date('2026-03-14T15:00:00Z');
const derby = { round: 'Matchday 30', date: '2026-03-14', time: '15:00' };
const arsenal = { ...derby, team1: 'Arsenal FC', team2: 'Chelsea FC' };

/** A source of odds that has sent these games, and a season file that contains matches. */
async function aSourceAndAFile(
  sourceGames = [v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff })],
) {
  const { database, url } = await aDatabase();
  const community = await aCommunity({ database });
  const games = { sourceGames };
  const source = await aSource(
    'v4',
    v4Answer(() => games.sourceGames),
  );
  const asks = async () => source.takeOdds(community.services);
  await asks();
  const dataDir = await aDataDir();
  return {
    community,
    games,
    asks,
    imports: async (matches: readonly object[]) => {
      const file = join(dataDir, '2025-26_en.1.json');
      await writeFile(file, JSON.stringify({ name: 'Premier League 2025/26', matches }));
      const message: string[] = [];
      const env = { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir };
      const say = (line: string) => message.push(line);
      await runFixturesCommand(['import', file], { env, now: community.clock(), report: say });
      return message.join('\n');
    },
    rows: async () => database.select().from(fixtures).orderBy(asc(fixtures.kickOff)),
  };
}

describe('a season file imported after a source of odds', () => {
  test('matches existing games despite other club names, and adds the others', async () => {
    const { imports, rows, asks } = await aSourceAndAFile([
      v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff }),
      v4Game({ home: 'Wolverhampton Wanderers', away: 'Brighton and Hove Albion', kickOff }),
    ]);
    const before = await rows();
    const file = [
      arsenal,
      { ...derby, team1: 'Wolverhampton Wanderers FC', team2: 'Brighton & Hove Albion FC' },
      { ...derby, team1: 'Leeds United FC', team2: 'Everton FC' },
    ];

    expect(await imports(file)).toContain('1 added, 0 moved');

    const after = await rows();
    expect(after).toHaveLength(3);
    expect(after).toEqual(
      expect.arrayContaining(
        before.map(({ id, home, priceHome }) =>
          expect.objectContaining({ id, home, priceHome, round: 'Matchday 30' }),
        ),
      ),
    );
    expect(await imports(file)).toContain('0 added, 0 moved, 0 with a new result, 3 as they were.');
    await asks();
    expect(await rows()).toHaveLength(3);
  });

  test('moves such a game to another week, and the tips on it', async () => {
    const { imports, rows, community } = await aSourceAndAFile();
    const [game] = await rows();
    const { id = '', home = '', away = '' } = game ?? {};
    const tip = await community.aTip({ games: [{ id, home, away, game: '', kickOff }] });

    expect(await imports([{ ...arsenal, date: '2026-03-24' }])).toContain('0 added, 1 moved');

    expect(await rows()).toMatchObject([{ id, kickOff: new Date('2026-03-24T15:00:00Z') }]);
    expect(await community.tip(tip.id)).toMatchObject({ expiryTime: '2026-03-24T15:00:00.000Z' });
  });

  test('matches the new date of a game that the source has postponed', async () => {
    const { imports, rows, games, asks, community } = await aSourceAndAFile();
    const newDate = new Date('2026-04-01T19:00:00Z');
    games.sourceGames = [v4Game({ home: 'Arsenal', away: 'Chelsea', kickOff: newDate })];
    community.clock.passes(day);
    await asks();
    const before = await rows();

    await imports([{ ...arsenal, date: '2026-04-02', time: '20:00' }]);

    expect(await rows()).toMatchObject([
      { id: before[0]?.id, status: 'postponed', kickOff },
      { id: before[1]?.id, status: 'scheduled', kickOff: new Date('2026-04-02T19:00:00Z') },
    ]);
  });

  test.each([
    { what: 'home and away swapped', team1: 'Chelsea FC', team2: 'Arsenal FC' },
    { what: 'another opponent on that day', team1: 'Arsenal FC', team2: 'Everton FC' },
  ])('leaves out a game that exists with $what, and reports it', async ({ team1, team2 }) => {
    const { imports, rows } = await aSourceAndAFile();
    const before = await rows();

    const message = await imports([{ ...derby, team1, team2 }]);

    expect(message).toContain(`1 left out`);
    expect(message).toContain(`${team1} Vs ${team2}.`);
    expect(await rows()).toEqual(before);
  });

  test('with the day only keeps a known time', async () => {
    const { imports, rows } = await aSourceAndAFile();
    const { time: _, ...dayOnly } = arsenal;

    expect(await imports([dayOnly])).toContain('0 added, 0 moved');
    expect(await rows()).toMatchObject([{ kickOff }]);

    await imports([{ ...dayOnly, date: '2026-03-15' }]);
    expect(await rows()).toMatchObject([{ kickOff: new Date('2026-03-15T00:00:00Z') }]);
  });
});
