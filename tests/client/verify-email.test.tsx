// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ProblemCode, statusOf } from '#contract/problem.ts';
import { Configuration } from '#contract/site.ts';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';
import { VerifyEmailPage } from '#client/features/account/verify-email-page.tsx';
import { dropSession, keepSession } from '#client/session/session.ts';
import { databases } from '../sync/support/a-device.ts';
import { memberId, problem, tokenOf } from '../sync/support/samples.ts';
import { aBackend } from './support/a-backend.ts';
import { aScreen } from './support/a-screen.tsx';

const configuration = Configuration.parse({ apiBaseUrl: 'http://api.test', oddsBaseUrl: '/odds' });

const refused = (code: ProblemCode) => () =>
  Response.json(problem(code), {
    status: statusOf(code),
    headers: { 'content-type': 'application/problem+json' },
  });
const fine = () => Response.json({ message: 'Email Verification Successful' });

/** The page as the mailed link opens it. */
async function opened(answers: Parameters<typeof aBackend>[0]) {
  const backend = aBackend(answers);
  keepMailedToken('mailed-token');
  const screen = await aScreen(<VerifyEmailPage />, databases(), { configuration });
  return { screen, backend };
}

describe('the mailed link to verify an email', () => {
  test('verifies by itself, and leads to the login', async () => {
    const { screen, backend } = await opened({ '/api/auth/validateEmailToken': fine });

    await screen.says('Email Verification Successful');

    expect(backend.asked[0]?.body).toEqual({ access_token: 'mailed-token' });
    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test('leads on whoever is logged in already', async () => {
    keepSession({ access_token: tokenOf(memberId), userId: memberId });
    onTestFinished(dropSession);
    const { screen } = await opened({ '/api/auth/validateEmailToken': fine });

    expect((await screen.link('Post a tip')).getAttribute('href')).toBe('/tips/create');
    expect(screen.text()).not.toContain('Login');
  });

  test('that was used before does not say that the email is not verified', async () => {
    const { screen } = await opened({ '/api/auth/validateEmailToken': refused('link-invalid') });

    await screen.says('This link is not valid any more. Ask for a new one.');

    expect(screen.text()).toContain('If this one was used before, your email is verified.');
    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test.each([
    { line: 'there is none', answers: {}, words: 'No answer came.' },
    {
      line: 'the server is busy',
      answers: { '/api/auth/validateEmailToken': refused('unavailable') },
      words: 'The service is not available right now. Try again a little later.',
    },
  ])('can be tried again when $line', async ({ answers, words }) => {
    const paths: Parameters<typeof aBackend>[0] = { ...answers };
    const { screen } = await opened(paths);
    await screen.says(words);
    expect(screen.text()).toContain('The link may have worked all the same');

    paths['/api/auth/validateEmailToken'] = fine;
    await screen.presses('Retry');

    await screen.says('Email Verification Successful');
  });
});

describe('asking for the mail once more', () => {
  test('is refused under the title of every refusal', async () => {
    const { screen } = await opened({
      '/api/auth/validateEmailToken': refused('link-invalid'),
      '/api/auth/sendEmailVerificationToken': refused('rate-limited'),
    });

    await screen.types('Email', 'ada@example.org');
    await screen.presses('Resend');

    await screen.until(() => screen.toasts.length > 0, 'a toast');
    expect(screen.toasts).toMatchObject([
      { title: 'Error', text: 'Too many requests. Try again a little later.' },
    ]);
  });
});
