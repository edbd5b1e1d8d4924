import { eq } from 'drizzle-orm';

import { toSessionLifetimeMs, openSession } from '#server/auth/sessions.ts';
import type { Database } from '#server/db/database.ts';
import { members } from '#server/db/schema.ts';

import { memberOf, tipOf } from './crowd.ts';

const tipster = memberOf(49);
const fixture = 'fixture-4805';

/** The caller who reads a list. */
export type Reader = 'nobody' | 'member' | 'administrator';

const forEverybody = (month: string) => [
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
  `/api/tipsters/${tipster}/tips`,
  `/api/tipsters/${tipster}/tips?before=${tipOf(40_007)}`,
  `/api/tipsters/${tipster}/tips?league=league_1&option=1X2&month=${month}&figure=in-time`,
  `/api/tipsters/${tipster}/tips?state=open`,
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
  '/api/sync?since=0',
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

/** Every list route with its caller; `month` is the month of the competitions, as in `2026-11`. */
export function crowdLists(month: string): { path: string; by: Reader }[] {
  return [
    ...forEverybody(month).map((path) => ({ path, by: 'nobody' as const })),
    ...forMembers.map((path) => ({ path, by: 'member' as const })),
    ...forAdministrators.map((path) => ({ path, by: 'administrator' as const })),
  ];
}

/** The export of own data, which is separate because a member may request only a few per hour. */
export const crowdExport = { path: '/api/users/me/export', by: 'member' as const };

/** Lists filtered by a text that every row may contain. */
export const crowdSearches: { path: string; by: Reader }[] = [
  { path: '/api/feed?search=obi%2049', by: 'nobody' },
  { path: '/api/feed?search=ada', by: 'nobody' },
  { path: '/api/feed?search=nobody', by: 'nobody' },
  { path: '/api/admin/tickets?search=obi%2049', by: 'administrator' },
  { path: '/api/admin/tickets?search=nobody', by: 'administrator' },
  { path: '/api/admin/tickets?search=over%202.5', by: 'administrator' },
  { path: '/api/admin/fixtures?search=home%2012', by: 'administrator' },
];

/** Returns a token for each kind of reader. */
export async function crowdTokens(
  database: Database,
  secret: string,
  now: Date,
): Promise<Record<Reader, string>> {
  return {
    nobody: '',
    member: await tokenOf(memberOf(49), 'member'),
    administrator: await tokenOf(memberOf(56), 'administrator'),
  };

  async function tokenOf(id: string, role: 'member' | 'administrator'): Promise<string> {
    const [member] = await database
      .update(members)
      .set({ role })
      .where(eq(members.id, id))
      .returning();
    if (!member) throw new Error(`There is no member ${id}.`);
    const lifetimeMs = toSessionLifetimeMs(true);
    const session = await openSession(database, secret, { member, now, lifetimeMs });
    return session.access_token;
  }
}
