import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { consumeMailedToken } from '#client/features/account/mailed-token.ts';
import { routeTree } from '#client/route-tree.gen.ts';
import { storePoolInvitation } from '#client/session/invitation.ts';
import { clearSession, storeSession } from '#client/session/session.ts';
import { isAppPath } from '#contract/site/pages.ts';
import { memberId, tokenOf } from '../../testing/engine/samples.ts';

/** Opens an address; returns the final address and all addresses in the history. */
async function opened(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, history });
  await router.load();
  const { pathname, search } = router.state.location;
  return { pathname, search, entries: history.length, href: history.location.href };
}

function aMember(): void {
  storeSession({ access_token: tokenOf(memberId), userId: memberId });
  onTestFinished(() => {
    clearSession();
  });
}

const { routesByPath } = createRouter({ routeTree, history: createMemoryHistory() });

/** Every page with an example of its address; pages for members are in one folder of routes. */
const pages = Object.entries(routesByPath)
  .filter(([path]) => path !== '/$')
  .map(([path, { id }]) => ({
    address: path
      .replace(/(.)\/$/, '$1')
      .replace('/{-$token}', '')
      .replace(/\$\w+/, memberId),
    isForMembers: id.startsWith('/_member/') || path === '/pools/join',
  }));
const addressesOf = (isForMembers: boolean) =>
  pages.filter((page) => page.isForMembers === isForMembers).map(({ address }) => address);

describe('a page for members', () => {
  test('is each page of tips, pools and administrators', () => {
    expect(addressesOf(true)).toContain('/admin/confirm-tickets');
    expect(addressesOf(true)).toContain('/tipster/edit-profile');
    expect(addressesOf(false).filter((path) => /^\/(admin|tips|pools)(\/|$)/.test(path))).toEqual(
      [],
    );
  });

  test.each([...addressesOf(true), '/tips/create?league=soccer_spain_la_liga'])(
    '%s redirects a visitor to the login, with a return',
    async (address) => {
      const { pathname, search } = await opened(address);

      expect(pathname).toBe('/account/login');
      expect(search).toEqual({ returnUrl: address });
    },
  );
});

describe('a public page', () => {
  test('is each page of tipsters, competitions, games and the law', () => {
    const open = ['/', '/tipster', '/competitions', '/terms', '/privacy', '/play-responsibly'];
    const ofRows = [`/tip/${memberId}`, `/tipster/profile/${memberId}`, `/fixture/${memberId}`];
    expect(addressesOf(false)).toEqual(expect.arrayContaining([...open, ...ofRows]));
  });

  test.each(addressesOf(false))('opens at %s without a login', async (address) => {
    expect((await opened(address)).pathname).toBe(address);
  });
});

describe('the addresses of the route tree', () => {
  test('begin with segments that the server and the worker know as pages', () => {
    const paths = Object.keys(routesByPath).filter((path) => path !== '/$');

    expect(paths).toContain('/competitions');
    expect(paths.filter((path) => !isAppPath(path))).toEqual([]);
  });
});

describe('a former address', () => {
  test.each([
    { address: '/home', page: '/' },
    { address: '/login', page: '/account/login' },
    { address: '/register', page: '/account/register' },
    { address: '/tip-details', page: '/tips' },
    { address: '/my-tips', page: '/tips/my-tips' },
    { address: '/booked-ticket', page: '/tips/booked-ticket' },
    { address: '/edit-profile', page: '/tipster/edit-profile' },
    { address: `/profile/${memberId}`, page: `/tipster/profile/${memberId}` },
  ])('$address redirects to $page', async ({ address, page }) => {
    aMember();

    expect((await opened(address)).pathname).toBe(page);
  });

  test('/account redirects to the own profile, or to the login', async () => {
    expect(await opened('/account')).toMatchObject({ pathname: '/account/login', search: {} });

    aMember();

    expect((await opened('/account')).pathname).toBe('/tipster/edit-profile');
  });

  test('/login keeps the return URL', async () => {
    const { search } = await opened('/login?returnUrl=%2Ftips%2Fmy-tips');

    expect(search).toEqual({ returnUrl: '/tips/my-tips' });
  });
});

describe('an invitation to a pool', () => {
  test('removes its secret from the address, the history and the return URL', async () => {
    onTestFinished(() => storePoolInvitation(undefined));
    aMember();
    expect(await opened('/pools/join#secret')).toMatchObject({
      href: '/pools/join',
      entries: 1,
    });
    clearSession();

    const visitor = await opened('/pools/join#other-secret');

    expect(visitor).toMatchObject({ pathname: '/account/login', entries: 1 });
    expect(visitor.search).toEqual({ returnUrl: '/pools/join' });
    expect(sessionStorage.getItem('touchline-invitation')).toBe('other-secret');
  });
});

describe('a mailed link', () => {
  test.each([
    '/account/verify-email',
    '/account/reset-password',
    '/account/confirm-email',
    '/account/undo-email',
    '/account/remove-guard',
  ])('to %s removes its token from the address and the history', async (page) => {
    const { pathname, href, entries } = await opened(`${page}/a%2Bb.c%3D`);

    expect(pathname).toBe(page);
    expect(href).toBe(page);
    expect(entries).toBe(1);
    expect(consumeMailedToken()).toBe('a+b.c=');
    expect(consumeMailedToken()).toBeUndefined();
  });
});
