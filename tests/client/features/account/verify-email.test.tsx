// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';
import { VerifyEmailPage } from '#client/features/account/verify-email-page.tsx';
import type { Engine } from '#sync/engine.ts';
import { observed } from '#sync/observable.ts';
import type { SessionState } from '#sync/status.ts';
import { clearSession, storeSession } from '#client/session/session.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, tokenOf } from '../../../testing/engine/samples.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';

const fine = () => Response.json({ message: 'Email Verification Successful' });

/** A token of the mailed length. */
const mailedToken = 'k'.repeat(43);
const incomplete = 'This link is not complete. Copy it whole from the mail.';

/** The page opened by the mailed link. */
async function opened(answers: Parameters<typeof aBackend>[0], token = mailedToken) {
  const backend = aBackend(answers);
  if (token !== '') keepMailedToken(token);
  const screen = await aScreen(<VerifyEmailPage />, databases(), { configuration });
  return { screen, backend };
}

describe('the mailed link to verify an email', () => {
  test('verifies by itself, and leads to the login', async () => {
    const { screen, backend } = await opened({ '/api/auth/validateEmailToken': fine });

    await screen.shows('Email Verification Successful');

    expect(backend.requests[0]?.body).toEqual({ access_token: mailedToken });
    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test('keeps the login of this browser, and leads on', async () => {
    const token = tokenOf(memberId);
    storeSession({ access_token: token, userId: memberId });
    onTestFinished(clearSession);
    const { screen, backend } = await opened({ '/api/auth/validateEmailToken': fine });

    await screen.shows('Email Verification Successful');

    // The server keeps the session that opens the link, so the request must contain it.
    expect(backend.requests[0]?.authorization).toBe(`Bearer ${token}`);
    expect((await screen.link('Post a tip')).getAttribute('href')).toBe('/tips/create');
    expect(screen.text()).not.toContain('Please log in again');
  });

  test('says to log in again where the link has ended the login of this browser', async () => {
    storeSession({ access_token: tokenOf(memberId), userId: memberId });
    onTestFinished(clearSession);
    const phone = databases();
    const session = observed<SessionState>('refused');
    aBackend({ '/api/auth/validateEmailToken': fine });
    keepMailedToken(mailedToken);
    const engine = { ...anEngine(phone), session, refresh: async () => 'failed' as const };
    const screen = await aScreen(<VerifyEmailPage />, phone, { configuration, engine });

    await screen.shows('Please log in again, with the password of this registration.');

    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test('has the device ask what has become of whoever is logged in on it', async () => {
    storeSession({ access_token: tokenOf(memberId), userId: memberId });
    onTestFinished(clearSession);
    const phone = databases();
    const targets: unknown[] = [];
    const refresh: Engine['refresh'] = async (one) => {
      targets.push(one);
      return 'fresh';
    };
    aBackend({ '/api/auth/validateEmailToken': fine });
    keepMailedToken(mailedToken);
    const engine = { ...anEngine(phone), refresh };
    const screen = await aScreen(<VerifyEmailPage />, phone, { configuration, engine });

    await screen.shows('Email Verification Successful');

    await screen.until(() => targets.length > 0, 'a question');
    expect(targets).toEqual(['own']);
  });

  test('that was used before does not say that the email is not verified', async () => {
    const { screen } = await opened({ '/api/auth/validateEmailToken': refused('link-invalid') });

    await screen.shows('This link is not valid any more. Ask for a new one.');

    expect(screen.text()).toContain('If this one was used before, your email is verified.');
    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test('that is not there says nothing about a link that was used', async () => {
    const { screen, backend } = await opened({}, '');

    await screen.shows(incomplete);

    expect(screen.text()).not.toContain('A link works once');
    expect(backend.requests).toEqual([]);
  });

  test('that a mail program cut says so, and offers a new mail', async () => {
    const cut = mailedToken.slice(0, 20);
    const { screen } = await opened(
      { '/api/auth/validateEmailToken': refused('link-invalid') },
      cut,
    );

    await screen.shows(incomplete);

    expect(screen.text()).not.toContain('A link works once');
    expect(screen.names('button')).toContain('Resend');
  });

  const tooMany = 'Too many requests. Try again a little later.';
  const mayHaveWorked = 'The link may have worked all the same; trying it again does no harm.';
  test.each([
    { line: 'no answer came', code: undefined, words: `No answer came.${mayHaveWorked}` },
    { line: 'there are too many requests', code: 'rate-limited' as const, words: tooMany },
  ])('can be tried again when $line', async ({ code, words }) => {
    const paths: Parameters<typeof aBackend>[0] = {};
    if (code) paths['/api/auth/validateEmailToken'] = refused(code);
    const { screen } = await opened(paths);
    await screen.shows(`${words}Retry`);

    paths['/api/auth/validateEmailToken'] = fine;
    await screen.presses('Retry');

    await screen.shows('Email Verification Successful');
    expect(screen.names('button')).toEqual([]);
  });
});

describe('asking for the mail once more', () => {
  test('says in the form why it is refused', async () => {
    const { screen } = await opened({
      '/api/auth/validateEmailToken': refused('link-invalid'),
      '/api/auth/sendEmailVerificationToken': refused('rate-limited'),
    });

    await screen.types('Email', 'ada@example.org');
    await screen.presses('Resend');

    await screen.shows('Too many requests. Try again a little later.');
    expect(screen.toasts).toEqual([]);
  });
});
