import { afterEach, describe, expect, test } from 'vitest';
import { VerifyEmailPage } from '#client/features/account/verify-email-page.tsx';
import { clearSession } from '#client/session/session.ts';
import type { Engine } from '#sync/engine.ts';
import { createObservable } from '#sync/observable.ts';
import type { SessionState } from '#sync/status.ts';
import { memberId, tokenOf } from '../../../testing/engine/samples.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { anEngine } from '../../../testing/components/an-engine.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';
import {
  cutToken,
  followMailedLink,
  incomplete,
  mailedToken,
} from '../../../testing/components/mailed-link.tsx';
import { storeMailedToken } from '#client/features/account/mailed-token.ts';

afterEach(clearSession);

const path = '/api/auth/validateEmailToken';
const fine = () => Response.json({ message: 'Email Verification Successful' });
const verified = 'Email Verification Successful';

async function open(
  answers: Parameters<typeof aBackend>[0],
  values: Partial<Parameters<typeof followMailedLink>[1]> = {},
) {
  return followMailedLink(<VerifyEmailPage />, { answers, token: mailedToken, ...values });
}

/** Opens the page on the phone of a logged-in member, with these values of the engine. */
async function openLoggedIn(values: Partial<Engine>) {
  const phone = aPhone();
  aBackend({ [path]: fine });
  storeMailedToken(mailedToken);
  const engine = { ...anEngine(phone), ...values };
  return aScreen(<VerifyEmailPage />, phone, { configuration, engine });
}

describe('the mailed link to verify an email', () => {
  test('verifies without a tap, and links to the login', async () => {
    const { screen, requests } = await open({ [path]: fine });

    await screen.shows(verified);

    expect(requests[0]?.body).toEqual({ access_token: mailedToken });
    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test('keeps the login of this browser, and links to the next page', async () => {
    const { screen, requests } = await open({ [path]: fine }, { phone: aPhone() });

    await screen.shows(verified);

    // The server does not end the session that opens the link, so the request must carry its token.
    expect(requests[0]?.authorization).toBe(`Bearer ${tokenOf(memberId)}`);
    expect((await screen.link('Post a tip')).getAttribute('href')).toBe('/tips/create');
    expect(screen.text()).not.toContain('Please log in again');
  });

  test('asks for a new login if the link ended the login of this browser', async () => {
    const session = createObservable<SessionState>('refused');
    const screen = await openLoggedIn({ session, refresh: async () => 'failed' });

    await screen.shows('Please log in again, with the password of this registration.');

    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test('makes the device fetch the profile of the logged-in member', async () => {
    const targets: unknown[] = [];
    const screen = await openLoggedIn({
      refresh: async (one) => {
        targets.push(one);
        return 'fresh';
      },
    });

    await screen.shows(verified);

    await screen.until(() => targets.length > 0, 'a question');
    expect(targets).toEqual(['own']);
  });

  test('that was already used does not say that the email is not verified', async () => {
    const { screen } = await open({ [path]: refused('link-invalid') });

    await screen.shows('This link is not valid any more. Ask for a new one.');

    expect(screen.text()).toContain('If this one was used before, your email is verified.');
    expect((await screen.link('Login')).getAttribute('href')).toBe('/account/login');
  });

  test.each([undefined, cutToken])(
    'with an incomplete token reports that, and offers a new mail: %s',
    async (token) => {
      const { screen } = await open({ [path]: refused('link-invalid') }, { token });

      await screen.shows(incomplete);

      expect(screen.text()).not.toContain('A link works once');
      expect(screen.names('button')).toContain('Resend');
    },
  );

  const tooMany = 'Too many requests. Try again a little later.';
  const mayHaveWorked = 'The link may have worked all the same; trying it again does no harm.';
  test.each([
    { line: 'no answer came', code: undefined, words: `No answer came.${mayHaveWorked}` },
    { line: 'there are too many requests', code: 'rate-limited' as const, words: tooMany },
  ])('can be tried again when $line', async ({ code, words }) => {
    const answers: Parameters<typeof aBackend>[0] = {};
    if (code) answers[path] = refused(code);
    const { screen } = await open(answers);
    await screen.shows(`${words}Retry`);

    answers[path] = fine;
    await screen.presses('Retry');

    await screen.shows(verified);
    expect(screen.names('button')).toEqual([]);
  });

  test('shows in the form why another mail is refused', async () => {
    const { screen } = await open({
      [path]: refused('link-invalid'),
      '/api/auth/sendEmailVerificationToken': refused('rate-limited'),
    });

    await screen.types('Email', 'ada@example.org');
    await screen.presses('Resend');

    await screen.shows(tooMany);
    expect(screen.toasts).toEqual([]);
  });
});
