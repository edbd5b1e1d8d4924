// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { RegisterPage } from '#client/features/account/register-page.tsx';
import { BottomNavigation, Header } from '#client/features/shell/navigation.tsx';
import { reserveAim, signUpForTip, signUpToFollow, takeAim } from '#client/session/aim.ts';
import { clearSession } from '#client/session/session.ts';
import { memberId, tipId, tipsterId, tokenOf } from '../../../testing/engine/samples.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aTipster } from '../../../testing/components/a-tipster.ts';
import { aPhone, aScreen, patiently, type Phone } from '../../../testing/components/a-screen.tsx';

beforeEach(() => localStorage.clear());

const follow = signUpToFollow(tipsterId);
const { copy, book } = signUpForTip({ id: tipId, tipsterId });

function aVisitorsPhone(): Phone {
  const phone = aPhone();
  clearSession();
  return phone;
}

describe('Sign Up', () => {
  test.each([
    [follow.search, 'Sign up to follow Kofi Mensah.'],
    [copy.search, 'Sign up to copy this tip.'],
    [book.search, 'Sign up to book this tip.'],
    [{ returnUrl: '/tips/create', aim: 'post' }, 'Sign up to post a tip.'],
  ] as const)(
    'says what a tap was for, and its login goes on with it: %j',
    async (search, reason) => {
      const phone = aVisitorsPhone();
      await phone.publicStore.tipsters.put(aTipster({ firstName: 'Kofi', lastName: 'Mensah' }));
      const screen = await aScreen(<RegisterPage search={search} />, phone);

      await screen.shows(reason);

      const href = (await screen.link('Login - Now !')).getAttribute('href') ?? '';
      const login = new URL(href, location.origin);
      expect(login.pathname).toBe('/account/login');
      expect(Object.fromEntries(login.searchParams)).toEqual(search);
    },
  );

  test('names nobody whom this phone does not know', async () => {
    const screen = await aScreen(<RegisterPage search={follow.search} />, aVisitorsPhone());

    await expect.poll(screen.text, patiently).toContain('Sign up to follow this tipster.');
  });
});

describe('the login after a registration', () => {
  async function logsIn(email: string) {
    aBackend({
      '/api/auth': () => Response.json({ access_token: tokenOf(memberId), userId: memberId }),
      [`/api/tipsters/${memberId}`]: () => Response.json({ picture: null, firstName: '' }),
    });
    const screen = await aScreen(<LoginPage search={{}} />, aVisitorsPhone(), { configuration });
    await screen.shows('Log in to copy this tip.');
    await screen.types(/Username/, email);
    await screen.types('Password', 'terrace-song-42');
    await screen.presses('Login');
    return screen;
  }

  test('says what the tap was for and leads to its tip', async () => {
    copy.onClick();
    reserveAim(copy.search, 'ada@example.org');

    const screen = await logsIn('ada@example.org');

    await expect.poll(screen.path, patiently).toBe(`/tip/${tipId}`);
    expect(takeAim(memberId)).toBe(true);
  });

  test('of another member does not go on with it', async () => {
    copy.onClick();
    reserveAim(copy.search, 'ada@example.org');

    const screen = await logsIn('ben@example.org');

    await expect.poll(screen.path, patiently).toBe('/tipster/edit-profile');
    expect(takeAim(memberId)).toBe(false);
  });
});

test('a login with a password keeps one with a passkey from starting', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('PublicKeyCredential', Object);
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    paths.push(new URL(address).pathname);
    return new Promise<Response>(() => {});
  });
  const screen = await aScreen(<LoginPage search={{}} />, aVisitorsPhone(), { configuration });
  const passkey = await screen.button('Log in with a passkey');
  expect(passkey.getAttribute('aria-disabled')).toBeNull();

  await screen.types(/Username/, 'ada@example.org');
  await screen.types('Password', 'terrace-song-42');
  await screen.presses('Login');
  await screen.until(() => paths.length > 0, 'the login');

  expect(paths).toEqual(['/api/auth']);
  expect(passkey.getAttribute('aria-disabled')).toBe('true');
});

test('the login of the bar goes on with what Sign Up was opened for', async () => {
  const at = `/account/register?${new URLSearchParams(follow.search).toString()}`;
  const header = <Header session={undefined} sheet={() => undefined} />;
  const screen = await aScreen(header, aVisitorsPhone(), { at });

  const login = new URL((await screen.link('Login')).getAttribute('href') ?? '', location.origin);

  expect(login.pathname).toBe('/account/login');
  expect(Object.fromEntries(login.searchParams)).toEqual(follow.search);
});

test('Post leads a visitor to Sign Up, and a member to the slip', async () => {
  const visitor = await aScreen(<BottomNavigation loggedIn={false} />, aVisitorsPhone());
  const href = '/account/register?returnUrl=%2Ftips%2Fcreate&aim=post';
  expect((await visitor.link('Post')).getAttribute('href')).toBe(href);
  visitor.leaves();

  const member = await aScreen(<BottomNavigation loggedIn />, aPhone());
  expect((await member.link('Post')).getAttribute('href')).toBe('/tips/create');
});
