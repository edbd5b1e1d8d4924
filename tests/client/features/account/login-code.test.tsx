// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { clearSession, session } from '#client/session/session.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { memberId, tokenOf } from '../../../testing/engine/samples.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aScreen } from '../../../testing/components/a-screen.tsx';

/** The login page with a server that gives these responses in order. */
async function logsIn(...answers: (() => Response)[]) {
  clearSession();
  onTestFinished(clearSession);
  const { requests } = aBackend({
    '/api/auth': () => answers.shift()?.() ?? refused('internal')(),
  });
  const screen = await aScreen(<LoginPage search={{}} />, databases(), { configuration });
  await screen.types('Username (your email)', 'ada@example.org');
  await screen.types('Password', 'a song from the terrace');
  await screen.presses('Login');
  return { screen, tries: () => requests.filter(({ path }) => path === '/api/auth') };
}

const welcome = () => Response.json({ access_token: tokenOf(memberId), userId: memberId });

test('a login sends no code that nobody asked for', async () => {
  const { screen, tries } = await logsIn(welcome);

  await screen.until(() => session.get() !== undefined, 'a login');

  expect(tries().map(({ body }) => Object.keys(Object(body)).toSorted())).toEqual([
    ['email', 'password', 'rememberMe'],
  ]);
});

test('a login that takes a code asks for it in its own form, and keeps what was typed', async () => {
  const { screen, tries } = await logsIn(refused('code-required'), welcome);

  await screen.types('Code of your authenticator app', '123456');
  await screen.presses('Login');

  await screen.until(() => session.get() !== undefined, 'a login');
  expect(tries().at(-1)?.body).toMatchObject({
    email: 'ada@example.org',
    password: 'a song from the terrace',
    code: '123456',
  });
});

test('a code is sent as plain digits, whatever script it was typed in', async () => {
  const { screen, tries } = await logsIn(refused('code-required'), welcome);

  await screen.types('Code of your authenticator app', '١٢٣ ٤٥٦');
  await screen.presses('Login');

  await screen.until(() => session.get() !== undefined, 'a login');
  expect(tries().at(-1)?.body).toMatchObject({ code: '123 456' });
});

test('a code that is not right is said to be that', async () => {
  const { screen } = await logsIn(refused('code-required'), refused('wrong-code'));
  await screen.types('Code of your authenticator app', '000000');
  await screen.presses('Login');

  await screen.shows('The code is not right, or was used before. Wait for the next one.');
  expect(session.get()).toBeUndefined();
});

test('a code that was left out is asked for at its field, and nothing is sent', async () => {
  const { screen, tries } = await logsIn(refused('code-required'));
  await screen.field('Code of your authenticator app');

  await screen.presses('Login');

  await screen.shows('Type the code that the app shows now');
  expect(tries()).toHaveLength(1);
});

test('a login that takes a code does not offer the mail that activates an account', async () => {
  const { screen } = await logsIn(refused('code-required'), refused('wrong-code'));
  await screen.types('Code of your authenticator app', '000000');
  await screen.presses('Login');

  await screen.shows('The code is not right');

  expect(screen.names('button')).not.toContain('Resend the mail');
});
