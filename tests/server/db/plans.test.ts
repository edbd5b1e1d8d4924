import { desc } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';

import { tipListLimit } from '#contract/limits.ts';
import { recentTips } from '#contract/tips.ts';
import { fixtures } from '#server/db/schema.ts';

import { type Api, theApi } from '../../testing/server/api.ts';
import { fillWithACrowd } from '../../testing/people/crowd.ts';
import {
  crowdExport,
  crowdLists,
  crowdTokens,
  type Reader,
} from '../../testing/people/crowd-lists.ts';
import { aDatabase } from '../../testing/database/database.ts';
import { plansOf, type Plans, slowParts } from '../../testing/database/plans.ts';

// Query plans must not read or sort large tables, whatever the number of rows.

/** The time of the newest post. */
const now = new Date('2026-11-21T15:00:00.000Z');

describe('50,000 tips of 20,000 members with 200,000 follows', () => {
  let api: Api;
  let plans: Plans;
  let tokens: Record<Reader, string>;

  beforeAll(async () => {
    const { database, url } = await aDatabase();
    await fillWithACrowd(url, now);
    api = await theApi({ clock: () => now, database });
    plans = plansOf(api.database);
    tokens = await crowdTokens(api.database, api.settings.jwtSecret, now);
  });

  test.each([...crowdLists('2026-11'), crowdExport])(
    '$path neither reads nor sorts a whole table',
    async ({ path, by }) => {
      plans.forget();

      const { status } = await api.get(path, { token: tokens[by] });

      expect(status).toBe(200);
      const seen = await plans.all();
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.flatMap(slowParts)).toEqual([]);
    },
  );

  test('a post reads few of its member’s tips, however many tips are on the game', async () => {
    const [game] = await api.database
      .select({ id: fixtures.id })
      .from(fixtures)
      .orderBy(desc(fixtures.kickOff))
      .limit(1);
    const options = [{ fixtureId: game?.id, oddName: 'GG/NG - GG' }];
    plans.forget();

    const { status } = await api.post('/api/tips', { token: tokens.member, body: { options } });

    expect(status).toBe(201);
    const seen = await plans.all();
    const ofTips = seen.filter(({ statement }) => /from "tips"/.test(statement));
    expect(ofTips).toHaveLength(2);
    expect(seen.flatMap(slowParts)).toEqual([]);
  });

  test('a search for a common name reads the newest tips and sends no ids', async () => {
    plans.forget();

    const { body, status } = await api.get('/api/feed?search=ada&limit=100');

    expect([status, recentTips.reply.parse(body).length]).toEqual([200, tipListLimit]);
    const lists = (await plans.all()).filter(({ statement }) => statement.includes('from "tips"'));
    expect(lists).toHaveLength(1);
    expect(lists.flatMap(slowParts)).toEqual([]);
    expect(lists.map(({ longestList: maxMs }) => maxMs)).toEqual([0]);
  });
});
