import type { FileRoutesById } from '#client/route-tree.gen.ts';

import { rowsOf, type Rows } from '../audit/screens.ts';
import type { Backend } from '../testing/server/backend.ts';
import { addAdministrator } from '../testing/people/newcomer.ts';
import { test } from './journey.ts';
import { memberOn } from './member.ts';
import { waitForSettledPage } from './page-state.ts';

// Nearly eighty starts of the app.
test.setTimeout(480_000);

type RouteId = Exclude<keyof FileRoutesById, '__root__' | '/_member' | '/_member/admin'>;

/** Returns an address of every route; a new route without one is a type error. */
function toAddresses({ fixture, tip, tipster, pool, invitation }: Rows): Record<RouteId, string> {
  return {
    '/': '/',
    '/$': '/no/such/page',
    '/competitions': '/competitions',
    '/fixture/$id': `/fixture/${fixture}`,
    '/help': '/help',
    '/play-responsibly': '/play-responsibly',
    '/privacy': '/privacy',
    '/settings': '/settings',
    '/terms': '/terms',
    '/account/forgot-password': '/account/forgot-password',
    '/account/login': '/account/login',
    '/account/register': '/account/register',
    '/account/confirm-email/{-$token}': '/account/confirm-email/nonsense',
    '/account/remove-guard/{-$token}': '/account/remove-guard/nonsense',
    '/account/reset-password/{-$token}': '/account/reset-password/nonsense',
    '/account/undo-email/{-$token}': '/account/undo-email/nonsense',
    '/account/verify-email/{-$token}': '/account/verify-email/nonsense',
    '/errors/$status': '/errors/not-found',
    '/tip/$id': `/tip/${tip}`,
    '/tipster/': '/tipster',
    '/tipster/profile/$id': `/tipster/profile/${tipster}`,
    '/pools/join': `/pools/join#${invitation}`,
    '/_member/inbox': '/inbox',
    '/_member/sync': '/sync',
    '/_member/settings/security': '/settings/security',
    '/_member/pools/': '/pools',
    '/_member/pools/$id': `/pools/${pool}`,
    '/_member/tips/': '/tips',
    '/_member/tips/booked-ticket': '/tips/booked-ticket',
    '/_member/tips/create': '/tips/create',
    '/_member/tips/details/$id': `/tips/details/${fixture}`,
    '/_member/tips/my-tips': '/tips/my-tips',
    '/_member/tipster/edit-profile': '/tipster/edit-profile',
    '/_member/admin/': '/admin',
    '/_member/admin/confirm-tickets': '/admin/confirm-tickets',
    '/_member/admin/corrections': '/admin/corrections',
    '/_member/admin/history': '/admin/history',
    '/_member/admin/prices': '/admin/prices',
    '/_member/admin/results': '/admin/results',
    '/_member/admin/tickets': '/admin/tickets',
  };
}

const isForMembers = (id: string) => id.startsWith('/_member/') || id === '/pools/join';

/** Adds an administrator who plays in the pool, so that one login opens every page for members. */
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
    const routes = Object.entries(toAddresses(rows));
    const phone = await openPhone();
    await phone.open('/settings');
    await phone.isReadyForOffline();
    await phone.chooseLanguage(language);
    await openOffline(routes.filter(([id]) => !isForMembers(id)));

    await phone.chooseLanguage('en');
    await memberOn(phone, await addPlayer(server, rows)).logIn();
    await phone.chooseLanguage(language);
    await openOffline(routes.filter(([id]) => isForMembers(id)));

    async function openOffline(visited: readonly (readonly [string, string])[]) {
      const headings = new Map<string, string>();
      for (const [, path] of visited) {
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
