import { rowsOf, type Rows, screensWith } from '../audit/screens.ts';
import type { Backend } from '../testing/server/backend.ts';
import { addAdministrator } from '../testing/people/newcomer.ts';
import { test } from './journey.ts';
import { memberOn } from './member.ts';
import { waitForSettledPage } from './page-state.ts';

// The test starts the app nearly eighty times.
test.setTimeout(480_000);

/** One address of each route, from the list of the accessibility audit; visitors can open those in `open`. */
function pathsOf(rows: Rows): { open: string[]; ofMembers: string[] } {
  // Without an invitation, the page for joining a pool shows nothing.
  const screens = screensWith(rows).filter(({ path }) => !/\?|join$/.test(path));
  const open = new Set(screens.flatMap(({ who, path }) => (who === 'a visitor' ? path : [])));
  const ofMembers = new Set(screens.map(({ path }) => path)).difference(open);
  return { open: [...open], ofMembers: [...ofMembers] };
}

/** Adds an administrator who is a member of the pool, so that one login can open every page for members. */
async function addPlayer(server: Backend, { pool }: Rows) {
  const names = await addAdministrator(server);
  await server.query(
    `insert into pool_members (pool_id, member_id, joined_at)
     select $2, id, now() from members where email = $1`,
    [names.email, pool],
  );
  return names;
}

for (const language of ['en', 'ar']) {
  test(`opens every route offline after one visit, in ${language}`, async ({
    server,
    connection,
    openPhone,
  }) => {
    const rows = await rowsOf(server.origin);
    const { open, ofMembers } = pathsOf(rows);
    const phone = await openPhone();
    await phone.open('/settings');
    await phone.isReadyForOffline();
    await phone.chooseLanguage(language);
    await openOffline(open);

    await phone.chooseLanguage('en');
    await memberOn(phone, await addPlayer(server, rows)).logIn();
    await phone.chooseLanguage(language);
    await openOffline(ofMembers);

    async function openOffline(paths: readonly string[]) {
      const headings = new Map<string, string>();
      for (const path of paths) {
        await phone.open(path);
        const online = await waitForSettledPage(phone, { path, language });
        headings.set(path, online.headings.join());
      }
      await connection.breaks();
      for (const [path, heading] of headings) {
        await phone.open(path);
        const isKnown = (state: { headings: string[]; statuses: number }) =>
          state.headings.join() === heading || state.statuses > 0;
        await waitForSettledPage(phone, { path, language }, isKnown);
      }
      await connection.mends();
    }
  });
}
