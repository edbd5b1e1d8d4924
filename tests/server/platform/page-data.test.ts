import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { Fixture, League } from '#contract/fixtures/fixtures.ts';
import { Tipster } from '#contract/members.ts';
import { Tip } from '#contract/tips.ts';
import { createPageDataReader } from '#server/site/page-data.ts';

import { theApi } from '../../testing/server/api.ts';
import { aFixture } from '../../testing/tips/fixtures.ts';
import { aMember } from '../../testing/people/members.ts';
import { aDataDir } from '../../testing/server/server-process.ts';
import { aCommunity } from '../../testing/tips/tips.ts';

/** A folder with the two files of a built site that uses this API. */
async function aSiteOf(apiBaseUrl: string): Promise<string> {
  const folder = await aDataDir();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'env.json'), JSON.stringify({ environment: 'production' }));
  const configuration = { apiBaseUrl, oddsBaseUrl: '/odds' };
  await writeFile(join(folder, 'config.production.json'), JSON.stringify(configuration));
  return folder;
}

describe('page data', () => {
  test('contains the configuration and the first rows in the schemas of the API', async () => {
    const api = await theApi();
    const game = await aFixture(api);
    const tipster = await aMember(api);

    const read = await createPageDataReader(api, await aSiteOf(''));
    const rows = await read();

    expect(rows?.environment).toEqual({ environment: 'production' });
    expect(rows?.configuration.oddsBaseUrl).toBe('/odds');
    expect(
      z
        .array(Fixture)
        .parse(rows?.fixtures)
        .map(({ id }) => id),
    ).toContain(game.id);
    expect(z.array(League).parse(rows?.leagues)).not.toEqual([]);
    const tipsters = z.array(z.omit(Tipster, { tips: true })).parse(rows?.tipsters);
    expect(tipsters.map(({ id }) => id)).toContain(tipster.id);
    expect(JSON.stringify(rows?.tipsters)).not.toMatch(/phoneNumber|address|email/);
  });

  test('contains every game up to a time, and some later games of the first league', async () => {
    const api = await theApi();
    const at = api.clock().getTime();
    const inHours = (hours: number) => new Date(at + hours * 3_600_000);
    const other = { sportKey: 'soccer_spain_la_liga' };
    for (const hours of [1, 2, 3, 4, 5, 6, 7, 8, 31]) {
      await aFixture(api, { ...other, kickOff: inHours(hours) });
    }
    const later = await aFixture(api, { ...other, kickOff: inHours(33) });
    const ofTheFirst = await aFixture(api, { kickOff: inHours(40) });

    const read = await createPageDataReader(api, await aSiteOf(''));
    const { fixtures = [], fixturesUntil } = (await read()) ?? {};

    const ids = fixtures.map(({ id }) => id);
    expect(Date.parse(fixturesUntil ?? '')).toBeLessThanOrEqual(inHours(33).getTime());
    expect(ids).toContain(ofTheFirst.id);
    expect(ids).not.toContain(later.id);
    const upTo = fixtures.filter(({ kickOff }) => kickOff < (fixturesUntil ?? ''));
    expect(upTo.length).toBeGreaterThanOrEqual(9);
  });

  test('contains no game that must have ended long ago', async () => {
    const api = await theApi();
    const minutesAgo = (minutes: number) => new Date(api.clock().getTime() - minutes * 60_000);
    const over = await aFixture(api, { kickOff: minutesAgo(151) });
    const played = await aFixture(api, { kickOff: minutesAgo(149) });

    const read = await createPageDataReader(api, await aSiteOf(''));

    const ids = (await read())?.fixtures.map(({ id }) => id);
    expect(ids).toContain(played.id);
    expect(ids).not.toContain(over.id);
  });

  test('contains the tips that the home page shows first, in their public form', async () => {
    const community = await aCommunity();
    const { api } = community;
    const soon = await community.aGame({ startsIn: 60 * 60_000 });
    const first = await community.aTip({ games: [soon], rest: { stake: 3 } });
    await community.aTip({ games: [await community.aGame()] });

    const read = await createPageDataReader(api, await aSiteOf(''));
    const { tips = [] } = (await read()) ?? {};

    expect(z.array(Tip).parse(tips)[0]).toMatchObject({ id: first.id, author: { settled: 0 } });
    expect(tips.length).toBeLessThanOrEqual(4);
    expect(JSON.stringify(tips)).not.toMatch(/"(?:stake|IsBooked|copiedFrom)"/);
  });

  test('is empty if the site uses another API', async () => {
    const read = await createPageDataReader(await theApi(), await aSiteOf('https://api.example'));

    expect(await read()).toBeUndefined();
  });
});
