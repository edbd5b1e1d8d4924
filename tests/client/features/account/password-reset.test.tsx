// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { ForgotPasswordPage } from '#client/features/account/forgot-password-page.tsx';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';
import { ResetPasswordPage } from '#client/features/account/reset-password-page.tsx';
import { databases } from '../../../testing/engine/a-device.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

/** A token of the mailed length. */
const mailedToken = 'k'.repeat(43);
const incomplete = 'This link is not complete. Copy it whole from the mail.';
const okResponse = () => Response.json({ message: 'Look into your mail.' });

describe('a forgotten password', () => {
  const open = async () => aScreen(<ForgotPasswordPage />, databases(), { configuration });

  test('has a way from the login', async () => {
    const screen = await aScreen(<LoginPage search={{}} />, aPhone());

    const link = await screen.link('Forget Password?');

    expect(link.getAttribute('href')).toBe('/account/forgot-password');
  });

  test('asks for a link by mail, and says nothing about who has an account', async () => {
    const { requests } = aBackend({ '/api/auth/forgotPassword': okResponse });
    const screen = await open();

    await screen.types('Email', 'ada@example.org');
    await screen.presses('Send me a link');

    await screen.shows('If ada@example.org has an account here');
    expect(requests.at(-1)?.body).toEqual({
      email: 'ada@example.org',
      clientBaseUrl: `${location.origin}/account/reset-password`,
    });
  });

  test('is for whoever runs it, on a server that knows the spec’s calls alone', async () => {
    const strange = () => Response.json({ message: 'Cannot GET /api/ping' }, { status: 404 });
    const { requests } = aBackend({ '/api/ping': strange });
    const screen = await open();

    await screen.types('Email', 'ada@example.org');
    await screen.presses('Send me a link');

    await screen.shows('This server mails no links to a new password');
    expect(requests.map(({ path }) => path)).toEqual(['/api/ping']);
  });
});

describe('the mailed link to a new password', () => {
  const nothingElse = () => Response.json({ guards: [] });

  async function opened(answers: Parameters<typeof aBackend>[0], token = mailedToken) {
    const backend = aBackend({ '/api/auth/resetPassword/guards': nothingElse, ...answers });
    keepMailedToken(token);
    const screen = await aScreen(<ResetPasswordPage />, databases(), { configuration });
    return { screen, backend };
  }

  async function chooses({ screen }: Awaited<ReturnType<typeof opened>>, password: string) {
    await screen.types('New password', password);
    await screen.types('Confirm password', password);
    await screen.presses('Change my password');
  }

  test('changes it, and leads to the login', async () => {
    const page = await opened({ '/api/auth/resetPassword': () => Response.json({}) });

    await chooses(page, 'terrace-song-43');

    await page.screen.shows('Your password is changed');
    expect(page.backend.requests.at(-1)?.body).toEqual({
      token: mailedToken,
      password: 'terrace-song-43',
    });
    expect((await page.screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test('does not take five letters', async () => {
    const page = await opened({});

    await chooses(page, 'short');

    await page.screen.shows('At least 8 characters');
    expect(page.backend.requests.map(({ path }) => path)).not.toContain('/api/auth/resetPassword');
  });

  test('says what is removed, and asks which older ones stay: none unless ticked', async () => {
    const guard = { device: 'Chrome, Android', addedAt: '2026-03-01T10:00:00.000Z' };
    const guards = [
      { ...guard, id: 'one', kind: 'passkey', mayStay: true },
      { ...guard, id: 'authenticator', kind: 'authenticator', device: '', mayStay: true },
      { ...guard, id: 'new', kind: 'passkey', device: 'Safari, iPhone', mayStay: false },
    ];
    const page = await opened({
      '/api/auth/resetPassword/guards': () => Response.json({ guards }),
      '/api/auth/resetPassword': () => Response.json({}),
    });
    await page.screen.shows('Which of these are yours?');
    expect(page.screen.text()).toContain('Removed with the old password');
    const ticks = [...document.querySelectorAll<HTMLInputElement>('[type=checkbox]')];
    expect(ticks.map(({ checked }) => checked)).toEqual([false, false]);

    ticks[1]?.click();
    await chooses(page, 'terrace-song-43');

    await page.screen.shows('Your password is changed');
    expect(page.backend.requests.at(-1)?.body).toEqual({
      token: mailedToken,
      password: 'terrace-song-43',
      keep: ['authenticator'],
    });
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
  ])('removes nothing unseen while the server $server', async ({ fail, words }) => {
    let isFailing = true;
    const guard = { device: '', addedAt: '2026-03-01T10:00:00.000Z', kind: 'passkey' };
    const page = await opened({
      '/api/auth/resetPassword/guards': () => {
        if (isFailing) return fail();
        return Response.json({ guards: [{ ...guard, id: 'one', mayStay: true }] });
      },
    });
    await chooses(page, 'terrace-song-43');
    await page.screen.shows(words);

    isFailing = false;
    await page.screen.presses('Change my password');

    await page.screen.shows('Look at what else logs in first');
    expect(page.backend.requests.map(({ path }) => path)).not.toContain('/api/auth/resetPassword');
  });

  test('changes it on a server without a list of login guards', async () => {
    const page = await opened({
      '/api/auth/resetPassword/guards': refused('not-found'),
      '/api/auth/resetPassword': () => Response.json({}),
    });

    await chooses(page, 'terrace-song-43');

    await page.screen.shows('Your password is changed');
    expect(page.backend.requests.at(-1)?.path).toBe('/api/auth/resetPassword');
  });

  test('that is too old says so before anything is typed', async () => {
    const page = await opened({ '/api/auth/resetPassword/guards': refused('reset-expired') });

    await page.screen.shows('This link is not valid any more. Ask for a new one.');
    expect(page.screen.names('input')).toEqual([]);
  });

  test('that a mail program cut says so before anything is typed', async () => {
    const cut = mailedToken.slice(0, 20);
    const page = await opened({ '/api/auth/resetPassword/guards': refused('reset-expired') }, cut);

    await page.screen.shows(incomplete);
    expect(page.screen.names('input')).toEqual([]);
  });

  test('that was used or is too old leads to a new one', async () => {
    const page = await opened({ '/api/auth/resetPassword': refused('reset-expired') });

    await chooses(page, 'terrace-song-43');

    await page.screen.shows('This link is not valid any more. Ask for a new one.');
    expect((await page.screen.link('Ask for a new link')).getAttribute('href')).toBe(
      '/account/forgot-password',
    );
  });

  test('keeps what was typed when there is no connection', async () => {
    const page = await opened({});

    await chooses(page, 'terrace-song-43');

    await page.screen.shows('Your password may be changed already');
    expect(document.querySelector<HTMLInputElement>('[name=password]')?.value).toBe(
      'terrace-song-43',
    );
  });
});

describe('a page without its mailed link', () => {
  test('says that the link is not complete', async () => {
    const screen = await aScreen(<ResetPasswordPage />, databases(), { configuration });

    await screen.shows(incomplete);

    expect(screen.names('input')).toEqual([]);
  });
});
