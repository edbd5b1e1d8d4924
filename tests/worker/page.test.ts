import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LoginStore, mirrorLogin } from '#sync/storage/login-store.ts';
import { storeSnapshot } from '#sync/storage/snapshots.ts';
import { insertPageSnapshot } from '#worker/page.ts';
import { memberId, tokenOf } from '../testing/engine/samples.ts';
import { inMemoryCaches } from '../testing/phone/in-memory-caches.ts';

const built =
  '<head><meta name="build" content="b1"></head><body><div id="root">shell</div></body>';
const markup = '<template data-snapshot>A row</template>';
const url = new URL('https://touchline.example/tips?league=one#top');

/** The worker's response to a navigation. */
async function answered(): Promise<Response> {
  const headers = { 'content-security-policy': "default-src 'none'", 'content-encoding': 'br' };
  return insertPageSnapshot(Promise.resolve(new Response(built, { headers })), url);
}

async function aLogin(): Promise<void> {
  const store = new LoginStore();
  await mirrorLogin(store, { memberId, token: tokenOf(memberId), userId: memberId });
  store.close();
  onTestFinished(async () => {
    const cleared = new LoginStore();
    await cleared.logins.clear();
    cleared.close();
  });
}

/** Stores a snapshot of the address in the browser's caches. */
async function aSnapshot(parts: { memberId?: string; build?: string } = {}): Promise<void> {
  const caches = inMemoryCaches();
  vi.stubGlobal('caches', caches);
  onTestFinished(() => void vi.unstubAllGlobals());
  await storeSnapshot(caches, '/tips?league=one', { markup, build: 'b1', ...parts });
}

describe('the response to a navigation is the page', () => {
  test('with the snapshot of its address before the root of the app', async () => {
    await aLogin();
    await aSnapshot({ memberId });

    const page = await answered();

    expect(await page.text()).toBe(
      built.replace(
        '<div id="root">',
        `${markup}<script src="/snapshot.js"></script><div id="root">`,
      ),
    );
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(page.headers.get('content-encoding')).toBeNull();
  });

  test('with a snapshot of a visitor if nobody is logged in', async () => {
    await aSnapshot();

    expect(await (await answered()).text()).toContain('A row');
  });

  test.each([
    { whose: 'a visitor, to a member', isLoggedIn: true, parts: {} },
    { whose: 'a member, to a visitor', isLoggedIn: false, parts: { memberId } },
    { whose: 'another member', isLoggedIn: true, parts: { memberId: 'another' } },
    { whose: 'another build', isLoggedIn: true, parts: { memberId, build: 'b0' } },
  ])('without a snapshot of $whose', async ({ isLoggedIn, parts }) => {
    if (isLoggedIn) await aLogin();
    await aSnapshot(parts);

    expect(await (await answered()).text()).toBe(built);
  });

  test('if the caches fail', async () => {
    vi.stubGlobal('caches', { has: async () => Promise.reject(new Error('They fail.')) });
    onTestFinished(() => void vi.unstubAllGlobals());

    expect(await (await answered()).text()).toBe(built);
  });

  test('after a second if the caches do not respond', async () => {
    vi.stubGlobal('caches', { has: async () => new Promise(() => undefined) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    });

    const page = await answered();
    const text = page.text();
    await vi.advanceTimersByTimeAsync(1000);

    expect(await text).toBe(built);
  });
});
