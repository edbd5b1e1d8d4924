import { i18n } from '@lingui/core';
import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPageAtTop, reserveMessageSpace } from '#client/startup/page-scroll.ts';
import { clearSession, storeSession } from '#client/session/session.ts';
import { storePageSnapshots } from '#client/startup/page-snapshots.ts';
import { readSnapshot, storeSnapshot } from '#sync/storage/snapshots.ts';
import { memberId, otherMemberId, tokenOf } from '../../testing/engine/samples.ts';
import { inMemoryCaches } from '../../testing/phone/in-memory-caches.ts';
import { eventually } from '../../testing/clock/eventually.ts';

const logIn = (id: string) => storeSession({ access_token: tokenOf(id), userId: id });

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('caches', inMemoryCaches());
  document.head.innerHTML = '<meta name="build" content="b1">';
  logIn(memberId);
});

afterEach(() => {
  clearSession();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** The app with a page that shows one row; the methods draw, navigate and leave as the router does. */
async function aPage(address = '/tips', snapshot = '') {
  document.body.innerHTML = `${snapshot}<div id="root"></div>`;
  const root = document.getElementById('root') ?? document.body;
  const listeners = new Map<string, (event: { hrefChanged: boolean }) => void>();
  const state = { location: { href: address, pathname: address } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a router as snapshots use
  const router = {
    state,
    subscribe: (event: string, listener: (event: { hrefChanged: boolean }) => void) =>
      listeners.set(event, listener),
  } as unknown as AnyRouter;
  storePageSnapshots(root, router);
  const page = {
    /** Draws the page with this row, and lets the mutation observer run. */
    async draws(row: string) {
      root.innerHTML = `<main><h1>Tips</h1><p>${row}</p><span data-live>1:00</span></main>`;
      await Promise.resolve();
    },
    async counts(left: string) {
      root.querySelector('[data-live]')?.replaceChildren(left);
      await Promise.resolve();
    },
    leaves: () => listeners.get('onBeforeLoad')?.({ hrefChanged: true }),
    rendered: () => listeners.get('onRendered')?.({ hrefChanged: true }),
    goes(to: string) {
      state.location = { href: to, pathname: to };
    },
  };
  await page.draws('First row');
  return page;
}

async function stored(address: string): Promise<string | undefined> {
  return (await readSnapshot(caches, address))?.markup;
}

/** Stores another page; pages are stored in order, so everything before it is stored as well. */
async function afterAllIsStored(page: Awaited<ReturnType<typeof aPage>>): Promise<void> {
  page.goes('/help');
  await page.draws('Help');
  page.rendered();
  page.leaves();
  await eventually(async () => expect(await stored('/help')).toContain('Help'));
}

describe('a page is stored', () => {
  const hide = () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => state.mockRestore());
    document.dispatchEvent(new Event('visibilitychange'));
  };
  test.each([
    { when: 'left for another page', leave: (page: { leaves: () => void }) => page.leaves() },
    { when: 'closed', leave: () => dispatchEvent(new Event('pagehide')) },
    { when: 'hidden', leave: hide },
    { when: 'visible for a second', leave: () => vi.advanceTimersByTime(1000) },
  ])('when it is $when, for its member and build', async ({ leave }) => {
    // Runs idle callbacks at once.
    vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    leave(await aPage());

    const snapshot = async () => readSnapshot(caches, '/tips');
    await expect.poll(snapshot).toMatchObject({ memberId, build: 'b1' });
    expect((await snapshot())?.markup).toContain('First row');
  });

  test('when it has replaced its own snapshot', async () => {
    vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await aPage('/tips', '<div id="snapshot"><main><h1>Tips</h1><li>A row</li></main></div>');
    await vi.advanceTimersByTimeAsync(4000);
    expect(await stored('/tips')).toBeUndefined();

    // If the app draws no rows, it replaces the snapshot after five seconds.
    await vi.advanceTimersByTimeAsync(3000);

    await expect.poll(async () => stored('/tips')).toContain('First row');
  });

  test('again after a change, but not after a step of a countdown', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 13, 40) });
    onTestFinished(() => void vi.useRealTimers());
    const page = await aPage();
    page.leaves();
    await eventually(async () => expect(await stored('/tips')).toContain('As of 1:40'));

    vi.setSystemTime(new Date(2026, 10, 27, 13, 41));
    await page.counts('0:59');
    page.leaves();
    await afterAllIsStored(page);
    expect(await stored('/tips')).toContain('As of 1:40');

    page.goes('/tips');
    await page.draws('Second row');
    page.leaves();
    await eventually(async () => expect(await stored('/tips')).toContain('As of 1:41'));
  });
});

test('a page below a message is stored as well', async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  reserveMessageSpace(48);
  onTestFinished(() => {
    reserveMessageSpace(0);
    openPageAtTop();
  });
  vi.stubGlobal('scrollY', 48);

  const page = await aPage();
  page.leaves();

  await eventually(async () => expect(await stored('/tips')).toContain('First row'));
});

describe('nothing is stored', () => {
  test.each([
    '/account/login',
    '/account/reset-password/a.b.c',
    '/settings',
    '/settings/security',
    '/Settings/Security',
    '/sync',
    '/errors/500',
    '/pools/join',
    '/admin/corrections',
  ])('of %s', async (address) => {
    const page = await aPage(address);
    page.leaves();
    await afterAllIsStored(page);

    expect(await stored(address)).toBeUndefined();
  });

  test('of a scrolled page', async () => {
    const page = await aPage();
    vi.stubGlobal('scrollY', 10);
    page.leaves();
    vi.stubGlobal('scrollY', 0);
    await afterAllIsStored(page);

    expect(await stored('/tips')).toBeUndefined();
  });

  test('with the rows of one member after the login of another', async () => {
    const page = await aPage();
    logIn(otherMemberId);
    page.leaves();
    await afterAllIsStored(page);

    expect(await stored('/tips')).toBeUndefined();
    expect(await readSnapshot(caches, '/help')).toMatchObject({ memberId: otherMemberId });
  });

  test('of a member whose login the browser removed', async () => {
    const page = await aPage();
    for (const key of ['token', 'currentUser']) localStorage.removeItem(key);
    page.leaves();
    logIn(memberId);
    await afterAllIsStored(page);

    expect(await stored('/tips')).toBeUndefined();
  });
});

describe('the snapshots of one reader are deleted', () => {
  const change = {
    'at a logout': clearSession,
    'at the login of another member': () => logIn(otherMemberId),
  };

  test.each(Object.entries(change))('%s', async (_, apply) => {
    const page = await aPage();
    page.leaves();
    await eventually(async () => expect(await stored('/tips')).toBeDefined());

    apply();

    await eventually(async () => expect(await stored('/tips')).toBeUndefined());
  });

  test('at the start of the app by another reader', async () => {
    await storeSnapshot(caches, '/tips', { markup: 'A row', memberId: otherMemberId, build: 'b1' });

    await aPage('/help');

    await eventually(async () => expect(await stored('/tips')).toBeUndefined());
  });
});
