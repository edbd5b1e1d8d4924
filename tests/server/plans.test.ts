import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';

import { lifetimeOf, openSession } from '#server/auth/sessions.ts';
import { members } from '#server/db/schema.ts';

import { type Api, theApi } from '../support/api.ts';
import { aDatabase } from '../support/database.ts';
import { fillWithACrowd, memberOf, tipOf } from '../support/crowd.ts';
import { plansOf, type Plans, slowParts } from '../support/plans.ts';

// Who reads the plans that PostgreSQL makes sees what a list will cost before anybody waits for it.

/** When the newest tip was posted. */
const now = new Date('2026-11-21T15:00:00.000Z');
const month = '2026-11';
const tipster = memberOf(49);
const fixture = 'fixture-4805';

const forEverybody = [
  '/api/feed',
  `/api/feed?before=${tipOf(40_000)}`,
  `/api/feed?fixtureId=${fixture}`,
  '/api/feed?stars=4',
  '/api/feed?minOdds=8',
  '/api/feed?open=true',
  `/api/tips/${tipOf(49_990)}`,
  `/api/tips/${tipOf(49_990)}/history`,
  '/api/fixtures',
  '/api/stats',
  '/api/tipsters?category=0',
  '/api/tipsters?category=4',
  `/api/tipsters/${tipster}`,
  `/api/tipsters/${tipster}/record`,
  `/api/competitions?month=${month}`,
  '/api/competitions/league_1',
  '/odds/v3/odds/?sport=league_1&region=uk',
];
const forMembers = [
  '/api/tips',
  `/api/tips?before=${tipOf(40_007)}`,
  '/api/following',
  '/api/following/tips',
  `/api/following/tips?before=${tipOf(40_000)}`,
  '/api/sync?cursor=0',
  '/api/notices',
  '/api/pools',
];
const forAdministrators = [
  '/api/admin/tickets',
  '/api/admin/tickets?state=open',
  `/api/admin/tickets?fixtureId=${fixture}`,
  '/api/admin/desk',
  '/api/admin/fixtures?search=arsenal',
  `/api/admin/corrections/${fixture}`,
  '/api/admin/history',
  `/api/admin/history?tip=${tipOf(49_990)}`,
  `/api/admin/history?by=${tipster}`,
];

describe('50,000 tips of 20,000 members with 200,000 follows', () => {
  let api: Api;
  let plans: Plans;
  let tokens: Record<'nobody' | 'member' | 'administrator', string>;

  beforeAll(async () => {
    const { database, url } = await aDatabase();
    await fillWithACrowd(url, now);
    api = await theApi({ clock: () => now, database });
    plans = plansOf(api.database);
    tokens = {
      nobody: '',
      member: await tokenOf(api, memberOf(49), 'member'),
      administrator: await tokenOf(api, memberOf(56), 'administrator'),
    };
  });

  const asked = [
    ...forEverybody.map((path) => ({ path, by: 'nobody' as const })),
    ...forMembers.map((path) => ({ path, by: 'member' as const })),
    ...forAdministrators.map((path) => ({ path, by: 'administrator' as const })),
  ];

  test.each(asked)('$path reads no table whole and sorts none', async ({ path, by }) => {
    plans.forget();

    const { status } = await api.get(path, { token: tokens[by] });

    expect(status).toBe(200);
    const seen = await plans.all();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.flatMap(slowParts)).toEqual([]);
  });
});

/** A session of somebody of the crowd, who gets this role. */
async function tokenOf(api: Api, id: string, role: 'member' | 'administrator'): Promise<string> {
  const { database, settings } = api;
  const [member] = await database
    .update(members)
    .set({ role })
    .where(eq(members.id, id))
    .returning();
  if (!member) throw new Error(`There is no member ${id}.`);
  const session = await openSession(database, settings.jwtSecret, {
    member,
    now,
    lifetime: lifetimeOf(true),
  });
  return session.access_token;
}
