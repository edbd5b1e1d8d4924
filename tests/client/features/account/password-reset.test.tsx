import { describe, expect, test } from 'vitest';
import { ForgotPasswordPage } from '#client/features/account/forgot-password-page.tsx';
import { ResetPasswordPage } from '#client/features/account/reset-password-page.tsx';
import { databases } from '../../../testing/engine/a-device.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aScreen, type Screen } from '../../../testing/components/a-screen.tsx';
import { followMailedLink, mailedToken } from '../../../testing/components/mailed-link.tsx';

describe('a forgotten password', () => {
  async function requestLink(answers: Parameters<typeof aBackend>[0]) {
    const { requests } = aBackend(answers);
    const screen = await aScreen(<ForgotPasswordPage />, databases(), { configuration });
    await screen.types('Email', 'ada@example.org');
    await screen.presses('Send me a link');
    return { requests, screen };
  }

  test('requests a link by mail, and does not reveal who has an account', async () => {
    const path = '/api/auth/forgotPassword';
    const { requests, screen } = await requestLink({ [path]: () => Response.json({}) });

    await screen.shows('If ada@example.org has an account here');
    expect(requests.at(-1)?.body).toEqual({
      email: 'ada@example.org',
      clientBaseUrl: `${location.origin}/account/reset-password`,
    });
  });

  test('shows on a spec-only server that a link by mail is not available', async () => {
    const strange = () => Response.json({ message: 'Cannot GET /api/ping' }, { status: 404 });
    const { requests, screen } = await requestLink({ '/api/ping': strange });

    await screen.shows('This server mails no links to a new password');
    expect(requests.map(({ path }) => path)).toEqual(['/api/ping']);
  });
});

describe('the mailed link to a new password', () => {
  const change = '/api/auth/resetPassword';
  const guardList = `${change}/guards`;
  const changed = () => Response.json({});
  const passkey = {
    id: 'one',
    kind: 'passkey',
    device: 'Chrome, Android',
    addedAt: '2026-03-01T10:00:00.000Z',
    mayStay: true,
  };

  async function open(answers: Parameters<typeof aBackend>[0]) {
    const noGuards = { [guardList]: () => Response.json({ guards: [] }) };
    return followMailedLink(<ResetPasswordPage />, {
      answers: { ...noGuards, ...answers },
      token: mailedToken,
    });
  }

  async function choose(screen: Screen): Promise<void> {
    await screen.types('New password', 'terrace-song-43');
    await screen.types('Confirm password', 'terrace-song-43');
    await screen.presses('Change my password');
  }

  test('lists the login guards that are removed, and keeps only those that the owner ticks', async () => {
    const guards = [
      passkey,
      { ...passkey, id: 'authenticator', kind: 'authenticator', device: '' },
      { ...passkey, id: 'new', device: 'Safari, iPhone', mayStay: false },
    ];
    const { requests, screen } = await open({
      [guardList]: () => Response.json({ guards }),
      [change]: changed,
    });
    await screen.shows('Which of these are yours?');
    expect(screen.text()).toContain('Removed with the old password');
    const ticks = [...document.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
    expect(ticks.map(({ checked }) => checked)).toEqual([false, false]);

    ticks[1]?.click();
    await choose(screen);

    await screen.shows('Your password is changed');
    expect(requests.at(-1)?.body).toEqual({
      token: mailedToken,
      password: 'terrace-song-43',
      keep: ['authenticator'],
    });
    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test.each([
    {
      server: 'is unreachable',
      fail: () => {
        throw new TypeError('Failed to fetch');
      },
      words: 'There is no connection to the server right now',
    },
    {
      server: 'is busy',
      fail: refused('unavailable'),
      words: 'is not available right now',
    },
    {
      server: 'limits the rate',
      fail: refused('rate-limited'),
      words: 'Too many requests.',
    },
    {
      server: 'fails behind its proxy',
      fail: () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      words: 'Something went wrong on the server’s side',
    },
  ])('removes no guard that was not shown because the server $server', async ({ fail, words }) => {
    let isFailing = true;
    const { requests, screen } = await open({
      [guardList]: () => (isFailing ? fail() : Response.json({ guards: [passkey] })),
    });
    await choose(screen);
    await screen.shows(words);

    isFailing = false;
    await screen.presses('Change my password');

    await screen.shows('Look at what else logs in first');
    expect(requests.map(({ path }) => path)).not.toContain(change);
  });

  test('changes the password on a server without a list of login guards, and links to the login', async () => {
    const { requests, screen } = await open({
      [guardList]: refused('not-found'),
      [change]: changed,
    });

    await choose(screen);

    await screen.shows('Your password is changed');
    expect(requests.map(({ path }) => path)).toContain(change);
    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  const tooOld = 'This link is not valid any more. Ask for a new one.';

  test('that has expired reports that before the owner types a password', async () => {
    const { screen } = await open({ [guardList]: refused('reset-expired') });

    await screen.shows(tooOld);
    expect(screen.names('input')).toEqual([]);
  });

  test('that was used meanwhile offers a new link', async () => {
    const { screen } = await open({ [change]: refused('reset-expired') });

    await choose(screen);

    await screen.shows(tooOld);
    const link = await screen.link('Ask for a new link');
    expect(link.getAttribute('href')).toBe('/account/forgot-password');
  });

  test('keeps the typed password without a connection', async () => {
    const { screen } = await open({});

    await choose(screen);

    await screen.shows('Your password may be changed already');
    expect(await screen.field('New password')).toHaveProperty('value', 'terrace-song-43');
  });
});
