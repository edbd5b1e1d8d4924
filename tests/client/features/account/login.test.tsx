import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { reserveAim, createTipSignUpLinks, consumeAim } from '#client/session/aim.ts';
import type { LoginPageSearch } from '#client/session/guard.ts';
import { postponeProfile } from '#client/session/preferences.ts';
import { clearSession, session } from '#client/session/session.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, tipId, tipsterId, tokenOf } from '../../../testing/engine/samples.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aTipster } from '../../../testing/components/a-tipster.ts';
import { aScreen, type Screen } from '../../../testing/components/a-screen.tsx';

beforeEach(() => {
  clearSession();
  localStorage.clear();
});

const welcome = () => Response.json({ access_token: tokenOf(memberId), userId: memberId });

type LoginOptions = { search?: LoginPageSearch; own?: object; answers?: (() => Response)[] };

/** Opens the login page; the server gives these responses in order. */
async function open({ search = {}, own = {}, answers = [welcome] }: LoginOptions = {}) {
  const { requests } = aBackend({
    '/api/auth': () => answers.shift()?.() ?? refused('internal')(),
    [`/api/tipsters/${memberId}`]: () => Response.json(own),
  });
  const screen = await aScreen(<LoginPage search={search} />, databases(), { configuration });
  const sent = () => requests.filter(({ path }) => path === '/api/auth').map(({ body }) => body);
  return { screen, sent };
}

async function logIn(screen: Screen, email = 'ada@example.org'): Promise<void> {
  await screen.types(/Username/, email);
  await screen.types('Password', ' spaces count ');
  await screen.presses('Login');
}

const follow = { returnUrl: '/', aim: 'follow' } as const;
const keepsChanges = 'Log in to send your changes. They stay on this phone.';

test.each<[search: LoginPageSearch, reason: string]>([
  [{ returnUrl: '/tips' }, 'Log in to read all recent tips.'],
  [{ returnUrl: '/tips/create?league=soccer_epl' }, 'Log in to post a tip.'],
  [{ returnUrl: '/tips/create#slip=g1' }, 'Log in to post your slip. It stays on this phone.'],
  [{ returnUrl: '/tips/details/g1' }, 'Log in to read the tips on this game.'],
  [{ returnUrl: '/tips/booked-ticket' }, 'Log in to see your tickets.'],
  [{ returnUrl: '/sync' }, keepsChanges],
  [{ returnUrl: '/pools/join' }, 'Log in to join the pool you are invited to.'],
  [{ returnUrl: '/settings' }, 'Log in to go on.'],
  [{ ...follow, tipster: tipsterId }, 'Log in to follow Kofi Mensah.'],
  [{ ...follow, tipster: 'unknown' }, 'Log in to follow this tipster.'],
  [{ returnUrl: '/', aim: 'copy' }, 'Log in to copy this tip.'],
  [{ returnUrl: '/', aim: 'book' }, 'Log in to book this tip.'],
  [{ returnUrl: '/', aim: 'send' }, keepsChanges],
])('the login page gives the reason for %j: %s', async (search, reason) => {
  const phone = databases();
  await phone.publicStore.tipsters.put(aTipster({ firstName: 'Kofi', lastName: 'Mensah' }));
  const screen = await aScreen(<LoginPage search={search} />, phone);

  await expect.poll(screen.text).toContain(reason);
});

test.each([{}, { returnUrl: 'https://elsewhere.example/' }])(
  'the login page gives no reason if the address names no page to return to: %j',
  async (search) => {
    const { screen } = await open({ search });
    await screen.button('Login');

    expect(screen.text()).not.toContain('Log in to');
  },
);

describe('the login form', () => {
  test('focuses the first wrong field, connects its error message, and sends nothing', async () => {
    const { screen, sent } = await open();
    await screen.presses('Login');
    await screen.shows('Email is required');

    const field = document.activeElement;
    expect(field?.getAttribute('name')).toBe('email');
    expect(field?.getAttribute('aria-invalid')).toBe('true');
    const words = document.getElementById(field?.getAttribute('aria-describedby') ?? '');
    expect(words?.textContent).toBe('Email is required');
    expect(screen.text()).toContain('Password is required');

    await screen.types(/Username/, 'ada at example');
    await screen.presses('Login');
    await screen.shows('Email format error');
    const forgotten = await screen.link('Forget Password?');
    expect(forgotten.getAttribute('href')).toBe('/account/forgot-password');
    expect(sent()).toEqual([]);
  });

  test('sends email and password as typed, rememberMe, and no code', async () => {
    const { screen, sent } = await open();

    await logIn(screen);

    await screen.until(() => session.get() !== undefined, 'a login');
    expect(sent()).toEqual([
      { email: 'ada@example.org', password: ' spaces count ', rememberMe: true },
    ]);
  });

  test('shows a refusal also in the form, and offers the mail that activates an account', async () => {
    const { screen } = await open({ answers: [refused('wrong-credentials')] });
    await logIn(screen);

    const report = await screen.dialog('Oops!');
    expect(report.textContent).toContain('The email or the password is not right.');
    await screen.presses('close');

    await screen.until(() => screen.names('[role=dialog]').length === 0, 'no report');
    await screen.shows('The email or the password is not right.');
    await screen.button('Resend the mail');
  });

  test('disables the login with a passkey while a login with a password runs', async () => {
    vi.stubGlobal('PublicKeyCredential', Object);
    onTestFinished(() => void vi.unstubAllGlobals());
    const paths: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      paths.push(new URL(address).pathname);
      return new Promise<Response>(() => {});
    });
    const screen = await aScreen(<LoginPage search={{}} />, databases(), { configuration });
    const passkey = await screen.button('Log in with a passkey');
    expect(passkey.getAttribute('aria-disabled')).toBeNull();

    await logIn(screen);
    // The login of an earlier test may still request its profile.
    const logins = () => paths.filter((path) => path.startsWith('/api/auth'));
    await screen.until(() => logins().length > 0, 'the login');

    expect(logins()).toEqual(['/api/auth']);
    expect(passkey.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('a login that requires a code', () => {
  const code = 'Code of your authenticator app';

  test('asks for the code in its own form, and sends plain digits for digits of any script', async () => {
    const { screen, sent } = await open({ answers: [refused('code-required'), welcome] });
    await logIn(screen);
    await screen.types(code, '١٢٣ ٤٥٦');
    await screen.presses('Login');

    await screen.until(() => session.get() !== undefined, 'a login');
    expect(sent().at(-1)).toMatchObject({
      email: 'ada@example.org',
      password: ' spaces count ',
      code: '123 456',
    });
  });

  test('reports a wrong code, and offers no mail that activates an account', async () => {
    const answers = [refused('code-required'), refused('wrong-code')];
    const { screen } = await open({ answers });
    await logIn(screen);
    await screen.types(code, '000000');
    await screen.presses('Login');

    await screen.shows('The code is not right, or was used before. Wait for the next one.');
    expect(session.get()).toBeUndefined();
    expect(screen.names('button')).not.toContain('Resend the mail');
  });

  test('reports a missing code at its field, and sends nothing', async () => {
    const { screen, sent } = await open({ answers: [refused('code-required')] });
    await logIn(screen);
    await screen.field(code);

    await screen.presses('Login');

    await screen.shows('Type the code that the app shows now');
    expect(sent()).toHaveLength(1);
  });
});

describe('a successful login', () => {
  const notSaved = { picture: null, firstName: '' };
  test.each([
    { who: 'without a picture or a saved profile', own: notSaved, leads: '/tipster/edit-profile' },
    { who: 'with a saved profile', own: { picture: null, firstName: 'Ada' }, leads: '/' },
    { who: 'with a picture', own: { picture: '/pictures/a.webp', firstName: '' }, leads: '/' },
    { who: 'who said "Not now"', own: notSaved, later: true, leads: '/' },
    { who: 'who was on the way', own: notSaved, returnUrl: '/tips', leads: '/tips' },
  ])('leads a member $who to $leads', async ({ own, later = false, returnUrl, leads }) => {
    if (later) postponeProfile(memberId);
    const { screen } = await open({ own, search: returnUrl === undefined ? {} : { returnUrl } });
    await logIn(screen);

    await expect.poll(screen.path).toBe(leads);
  });

  test('discards the action that another member registered for', async () => {
    const { copy } = createTipSignUpLinks({ id: tipId, tipsterId });
    copy.onClick();
    reserveAim(copy.search, 'ada@example.org');
    const { screen } = await open({ own: notSaved });
    await screen.shows('Log in to copy this tip.');
    await logIn(screen, 'ben@example.org');

    await expect.poll(screen.path).toBe('/tipster/edit-profile');
    expect(consumeAim(memberId)).toBe(false);
  });
});

describe('a password field', () => {
  test('shows and hides the password when its button is pressed', async () => {
    const { screen } = await open();
    const kind = () => document.querySelector<HTMLInputElement>('[name=password]')?.type;
    await screen.types('Password', 'terrace-song-42');
    expect(kind()).toBe('password');

    await screen.presses('Show Password');
    await screen.until(() => kind() === 'text', 'letters');

    // The label names the next action, so `aria-pressed` on "Hide" would say the opposite.
    const hide = await screen.button('Hide Password');
    expect(hide.hasAttribute('aria-pressed')).toBe(false);
    hide.click();
    await screen.until(() => kind() === 'password', 'dots');
  });

  test('says that caps lock is on, while it is on', async () => {
    const { screen } = await open();
    const field = await screen.field('Password');
    const key = (locked: boolean) => {
      const event = new KeyboardEvent('keyup', { key: 'A', bubbles: true });
      Object.defineProperty(event, 'getModifierState', {
        value: (name: string) => locked && name === 'CapsLock',
      });
      field.dispatchEvent(event);
    };

    key(true);
    await screen.shows('Caps lock is on');

    key(false);
    await screen.hides('Caps lock is on');
    expect(field.getAttribute('aria-describedby')).toBeNull();
  });
});
