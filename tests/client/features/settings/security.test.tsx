import { describe, expect, onTestFinished, test } from 'vitest';
import { SecurityPage } from '#client/features/settings/security-page.tsx';
import { clearSession, session } from '#client/session/session.ts';
import { createObservable } from '#sync/observable.ts';
import type { Reachability } from '#sync/status.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const ok = () => Response.json({ message: 'Done.' });

const here = {
  id: '0192d0c0-0000-7000-8000-000000000001',
  device: 'Chrome, Android',
  startedAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-20T10:00:00.000Z',
  here: true,
};
const there = { ...here, id: '0192d0c0-0000-7000-8000-000000000002', device: '', here: false };

/** The `authenticator` field of the server's response; off by default. */
const app = (values: object = {}) => ({
  on: false,
  device: null,
  addedAt: null,
  recoveryCodesLeft: 0,
  required: false,
  ...values,
});
const appOn = { on: true, device: 'Safari, iPad', addedAt: '2026-11-01T10:00:00.000Z' };

const guards =
  (values: object = {}) =>
  () =>
    Response.json({
      email: 'ada@example.org',
      nextEmail: null,
      devices: [here, there],
      passkeys: [],
      authenticator: app(),
      ...values,
    });

/** Opens the page with these responses of the server, and unfolds the row of this name. */
async function open(answers: Record<string, () => Response> = {}, row?: string) {
  const phone = aPhone();
  onTestFinished(clearSession);
  const backend = aBackend({ '/api/auth/security': guards(), ...answers });
  const screen = await aScreen(<SecurityPage />, phone, { configuration });
  if (row) await screen.presses(row);
  return {
    ...backend,
    screen,
    sentTo: (path: string) => backend.requests.filter((one) => one.path === path),
  };
}

describe('the security page', () => {
  test.each([
    {
      fail: () => {
        throw new TypeError('Failed to fetch');
      },
      words: 'Nothing was lost; try again when you are online.',
    },
    { fail: refused('internal'), words: 'Something went wrong on our side.' },
  ])('shows an error, and repeats the request after Retry: $words', async ({ fail, words }) => {
    let isFailing = true;
    const { screen } = await open({
      '/api/auth/security': () => (isFailing ? fail() : guards()()),
    });
    await screen.shows(words);

    isFailing = false;
    await screen.presses('Retry');

    await screen.presses('Devices');
    await screen.shows('This device, logged in since');
    expect(screen.names('button')).not.toContain('Retry');
  });

  test('links to the login if the session has ended, with a return to this page', async () => {
    const { screen } = await open({ '/api/auth/security': refused('session-ended') });

    await screen.shows('You were logged out. Please log in again.');

    const login = await screen.link('Login');
    expect(login.getAttribute('href')).toBe('/account/login?returnUrl=%2Fsettings%2Fsecurity');
    expect(screen.names('button')).not.toContain('Retry');
  });
});

test('the security page asks for a connection only while there is none', async () => {
  const words = 'You need to be online to change these.';
  const phone = aPhone();
  onTestFinished(clearSession);
  aBackend({ '/api/auth/security': guards() });
  const reachability = createObservable<Reachability>('unknown');
  const engine = { ...anEngine(phone), reachability };
  const screen = await aScreen(<SecurityPage />, phone, { configuration, engine });
  await screen.button('Devices');
  expect(screen.text()).not.toContain(words);

  reachability.set('offline');
  await screen.shows(words);
  reachability.set('online');
  await screen.hides(words);
});

describe('a new password', () => {
  async function change(answers: Record<string, () => Response>, old = 'an old song') {
    const opened = await open(answers, 'Password');
    await opened.screen.types('Your password now', old);
    await opened.screen.types('New password', 'a song from the terrace');
    await opened.screen.types('Confirm password', 'a song from the terrace');
    await opened.screen.presses('Change my password');
    return opened;
  }

  test('is sent with the old password, and reported once the server has accepted it', async () => {
    const { screen, sentTo } = await change({ '/api/auth/changePassword': ok });

    expect(await screen.messages()).toMatchObject([{ title: 'Your password is changed' }]);
    expect(sentTo('/api/auth/changePassword').map(({ body }) => body)).toEqual([
      { currentPassword: 'an old song', password: 'a song from the terrace' },
    ]);
  });

  test('is refused with a message at its field if the old password is wrong', async () => {
    const { screen } = await change({
      '/api/auth/changePassword': refused('wrong-password', { currentPassword: ['wrong'] }),
    });

    await screen.shows('The password is not right');

    expect(screen.toasts).toEqual([]);
    const typed = await screen.field('New password');
    expect(typed instanceof HTMLInputElement && typed.value).toBe('a song from the terrace');
  });

  test('that equals the old password is refused at its field, and not sent', async () => {
    const { screen, sentTo } = await change({}, 'a song from the terrace');

    await screen.shows('This is the same as the password above. Choose another.');
    expect(sentTo('/api/auth/changePassword')).toEqual([]);
  });
});

describe('a new email', () => {
  async function change(answers: Record<string, () => Response>, email = 'ada@example.com') {
    const opened = await open(answers, 'Email');
    await opened.screen.types('New email', email);
    await opened.screen.types('Password', 'an old song');
    await opened.screen.presses('Change my email');
    return opened;
  }

  test('is sent with the password, and shown as pending until its link is opened', async () => {
    let nextEmail: string | null = null;
    const { screen, sentTo } = await change({
      '/api/auth/security': () => guards({ nextEmail })(),
      '/api/auth/changeEmail': () => {
        nextEmail = 'ada@example.com';
        return ok();
      },
    });

    await screen.shows('ada@example.com waits for you to open the link');

    expect(sentTo('/api/auth/changeEmail')[0]?.body).toEqual({
      email: 'ada@example.com',
      password: 'an old song',
    });
    expect(screen.toasts).toMatchObject([{ title: 'Check your new mailbox' }]);
  });

  test('that equals the current email is refused at its field, and not sent', async () => {
    const { screen, sentTo } = await change({}, 'Ada@example.org');

    await screen.shows('This is your email already');
    expect(sentTo('/api/auth/changeEmail')).toEqual([]);
  });
});

describe('an authenticator app', () => {
  const secret = 'JBSWY3DPEHPK3PXP';
  const address = `otpauth://totp/Touchline:ada%40example.org?secret=${secret}`;
  const codes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];

  async function begin(answers: Record<string, () => Response> = {}) {
    const secretResponse = { '/api/auth/authenticator': () => Response.json({ secret, address }) };
    const opened = await open({ ...secretResponse, ...answers }, 'Authenticator app');
    const { screen } = opened;
    await screen.presses('Turn it on');
    await screen.types('Password', 'an old song');
    await screen.presses('Turn it on');
    await screen.shows('JBSW Y3DP EHPK 3PXP');
    return opened;
  }

  test('is on after its first code, and shows the recovery codes until they are saved', async () => {
    const { screen, sentTo } = await begin({
      '/api/auth/authenticator/confirm': () => Response.json({ recoveryCodes: codes }),
    });
    expect(sentTo('/api/auth/authenticator')[0]?.body).toEqual({ password: 'an old song' });
    expect(document.querySelector('svg[role=img] path')?.getAttribute('d')).toContain('h1v1h-1z');
    await screen.types('The code it shows now', '123456');
    await screen.presses('Turn it on');

    await screen.shows('AAAA-BBBB-CCCC-DDDD');
    expect(sentTo('/api/auth/authenticator/confirm')[0]?.body).toEqual({ code: '123456' });
    expect(screen.text()).toContain('They are shown only now.');
    expect(screen.text()).toContain('Authenticator appOn');
    expect(document.activeElement).toBe(await screen.button('Copy them'));

    await screen.presses('I have saved them');
    await screen.hides('AAAA-BBBB-CCCC-DDDD');
    await screen.until(() => sentTo('/api/auth/security').length === 2, 'what guards, asked anew');
  });

  test('shows a wrong code at its field', async () => {
    const { screen } = await begin({ '/api/auth/authenticator/confirm': refused('wrong-code') });
    await screen.types('The code it shows now', '000000');
    await screen.presses('Turn it on');

    await screen.shows('The code is not right. Wait for the next one.');
    expect(screen.text()).not.toContain('The authenticator app is on');
  });

  test('is described as required for an administrator', async () => {
    const authenticator = app({ required: true });
    const { screen } = await open({ '/api/auth/security': guards({ authenticator }) });

    await screen.shows('you can price and confirm tickets once it is on');
    expect(screen.names('button')).toContain('Turn it on');
  });

  test('can be turned off with password and code, and then the heading has the focus', async () => {
    let on = true;
    const { screen, sentTo } = await open({
      '/api/auth/security': () =>
        guards({ authenticator: on ? app({ ...appOn, recoveryCodesLeft: 8 }) : app() })(),
      '/api/auth/authenticator': () => {
        on = false;
        return ok();
      },
    });
    await screen.presses('Authenticator app');
    await screen.shows('8 recovery codes are left');
    await screen.presses('Turn it off');
    const field = await screen.field('Password');
    await screen.until(() => document.activeElement === field, 'the focus in the field');
    await screen.types('Password', 'an old song');
    await screen.presses('Turn it off');
    await screen.shows('This is required');
    expect(sentTo('/api/auth/authenticator')).toEqual([]);
    await screen.types('Code of your authenticator app', '123456');
    await screen.presses('Turn it off');

    await screen.button('Turn it on');
    expect(sentTo('/api/auth/authenticator')[0]?.body).toEqual({
      password: 'an old song',
      code: '123456',
    });
    expect(screen.toasts).toMatchObject([{ title: 'The authenticator app is off' }]);
    await screen.until(
      () => document.activeElement?.textContent === 'Authenticator app',
      'the focus at the heading',
    );
  });
});

describe('passkeys', () => {
  const passkey = {
    id: 'abc',
    device: 'Chrome, Android',
    createdAt: '2026-11-01T10:00:00.000Z',
    lastUsedAt: null,
  };

  test('are listed, and one is removed with the password', async () => {
    const { screen, sentTo } = await open({
      '/api/auth/security': guards({ passkeys: [passkey] }),
      '/api/auth/passkeys/remove': ok,
    });
    await screen.presses('Passkeys');
    await screen.shows('not used yet');
    await screen.presses('Remove this passkey');
    await screen.types('Password', 'an old song');
    await screen.presses('Remove this passkey');

    await screen.until(() => sentTo('/api/auth/security').length === 2, 'what guards, asked anew');
    expect(sentTo('/api/auth/passkeys/remove')[0]?.body).toEqual({
      id: 'abc',
      password: 'an old song',
    });
  });

  test('are not offered by a browser that cannot create any', async () => {
    const { screen } = await open({}, 'Passkeys');

    await screen.shows('This browser cannot make passkeys.');
    expect(screen.names('button')).not.toContain('Add a passkey');
  });
});

describe('the list of sessions', () => {
  test('can log out another device', async () => {
    const { screen, sentTo } = await open({ [`/api/auth/devices/${there.id}`]: ok }, 'Devices');
    await screen.shows('Unknown device');

    await screen.presses('Log out');

    await screen.until(() => sentTo('/api/auth/security').length === 2, 'the list asked anew');
    expect(sentTo(`/api/auth/devices/${there.id}`)).toHaveLength(1);
    expect(screen.toasts).toMatchObject([{ title: 'That device is logged out' }]);
  });

  test('can end all other sessions, after a confirmation', async () => {
    const { screen, sentTo } = await open({ '/api/auth/logoutEverywhere': ok }, 'Devices');

    await screen.presses('Log out everywhere else');
    await screen.shows('Every other device has to log in again.');
    expect(sentTo('/api/auth/logoutEverywhere')).toEqual([]);
    await screen.presses('Log out everywhere else');

    await screen.until(() => sentTo('/api/auth/security').length === 2, 'the list asked anew');
    expect(sentTo('/api/auth/logoutEverywhere')[0]?.body).toEqual({ stayHere: true });
    expect(session.get()).toBeDefined();
  });

  test('can end all sessions, and then this device is logged out', async () => {
    const { screen, sentTo } = await open({ '/api/auth/logoutEverywhere': ok }, 'Devices');

    await screen.presses('Log out everywhere, here too');
    await screen.shows('What you saved stays on this phone');
    await screen.presses('Log out everywhere, here too');

    await screen.until(() => screen.toasts.length > 0, 'a message');
    expect(session.get()).toBeUndefined();
    expect(screen.toasts).toMatchObject([{ title: 'You are logged out everywhere' }]);
    expect(sentTo('/api/auth/logoutEverywhere')[0]?.body).toEqual({ stayHere: false });
  });
});
