// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ProblemCode, statusOf } from '#contract/problem.ts';
import { Configuration } from '#contract/site.ts';
import { SecurityPage } from '#client/features/settings/security-page.tsx';
import { clearSession, session } from '#client/session/session.ts';
import { problem } from '../sync/support/samples.ts';
import { aBackend } from './support/a-backend.ts';
import { aPhone, aScreen } from './support/a-screen.tsx';

const configuration = Configuration.parse({ apiBaseUrl: 'http://api.test', oddsBaseUrl: '/odds' });
const said = () => Response.json({ message: 'Done.' });

/** A problem as our server writes it. */
const refused = (code: ProblemCode, errors?: Record<string, string[]>) => () =>
  Response.json(problem(code, errors && { errors }), {
    status: statusOf(code),
    headers: { 'content-type': 'application/problem+json' },
  });

const here = {
  id: '0192d0c0-0000-7000-8000-000000000001',
  device: 'Chrome, Android',
  startedAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-20T10:00:00.000Z',
  here: true,
};
const there = { ...here, id: '0192d0c0-0000-7000-8000-000000000002', device: '', here: false };

const guards =
  (values: object = {}) =>
  () =>
    Response.json({ email: 'ada@example.org', devices: [here, there], ...values });

/** The page on a member's phone, before a server that answers so besides saying what guards them. */
async function open(answers: Record<string, () => Response> = {}) {
  const phone = aPhone();
  onTestFinished(clearSession);
  const backend = aBackend({ '/api/auth/security': guards(), ...answers });
  const screen = await aScreen(<SecurityPage />, phone, { configuration });
  return {
    ...backend,
    screen,
    asks: (path: string) => backend.asked.filter((one) => one.path === path),
  };
}

describe('security', () => {
  test('says plainly that it takes a connection, and asks again when told to', async () => {
    let isCut = true;
    const { screen } = await open({
      '/api/auth/security': () => {
        if (isCut) throw new TypeError('Failed to fetch');
        return guards()();
      },
    });
    await screen.says('Nothing was lost; try again.');

    isCut = false;
    await screen.presses('Retry');

    await screen.says('This device, logged in since');
  });

  test('says why the server does not tell', async () => {
    const { screen } = await open({ '/api/auth/security': refused('session-ended') });

    await screen.says('You were logged out. Please log in again.');
  });
});

describe('a new password', () => {
  async function change(answers: Record<string, () => Response>) {
    const opened = await open(answers);
    await opened.screen.types('Your password now', 'an old song');
    await opened.screen.types('New password', 'a song from the terrace');
    await opened.screen.types('Confirm password', 'a song from the terrace');
    await opened.screen.presses('Change my password');
    return opened;
  }

  test('is sent with the old one, and told to be changed when the server says so', async () => {
    const { screen, asks } = await change({ '/api/auth/changePassword': said });

    await screen.until(() => screen.toasts.length > 0, 'a message');

    expect(screen.toasts).toMatchObject([{ title: 'Your password is changed' }]);
    expect(asks('/api/auth/changePassword').map(({ body }) => body)).toEqual([
      { currentPassword: 'an old song', password: 'a song from the terrace' },
    ]);
  });

  test('says at its field that the old one is wrong, and keeps what was typed', async () => {
    const { screen } = await change({ '/api/auth/changePassword': refused('wrong-password') });

    await screen.says('The password is not right');

    expect(screen.toasts).toEqual([]);
    const typed = await screen.field('New password');
    expect(typed instanceof HTMLInputElement && typed.value).toBe('a song from the terrace');
  });

  test('says that nobody knows what became of it when no answer came', async () => {
    const { screen } = await change({});

    await screen.says('Your password may be changed already');
  });
});

describe('where somebody is logged in', () => {
  test('is a list from which another device can be logged out', async () => {
    const { screen, asks } = await open({ [`/api/auth/devices/${there.id}`]: said });
    await screen.says('Unknown device');

    await screen.presses('Log out');

    await screen.until(() => asks('/api/auth/security').length === 2, 'the list asked anew');
    expect(asks(`/api/auth/devices/${there.id}`)).toHaveLength(1);
  });

  test('can be ended everywhere else, once that was asked', async () => {
    const { screen, asks } = await open({ '/api/auth/logoutEverywhere': said });

    await screen.presses('Log out everywhere else');
    await screen.says('Every other device has to log in again.');
    expect(asks('/api/auth/logoutEverywhere')).toEqual([]);
    await screen.presses('Log out everywhere else');

    await screen.until(() => asks('/api/auth/security').length === 2, 'the list asked anew');
    expect(asks('/api/auth/logoutEverywhere')[0]?.body).toEqual({ stayHere: true });
    expect(session.get()).toBeDefined();
  });

  test('can be ended here too, which logs this device out the usual way', async () => {
    const { screen, asks } = await open({ '/api/auth/logoutEverywhere': said });

    await screen.presses('Log out everywhere, here too');
    await screen.says('What you saved on this phone stays here');
    await screen.presses('Log out everywhere, here too');

    await screen.until(() => session.get() === undefined, 'a logout');
    expect(asks('/api/auth/logoutEverywhere')[0]?.body).toEqual({ stayHere: false });
  });
});
