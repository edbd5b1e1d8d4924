// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { RegisterPage } from '#client/features/account/register-page.tsx';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

test('a registration says to check the mail, names the address, and fills it in at the login', async () => {
  onTestFinished(() => localStorage.clear());
  aBackend({
    '/api/users': () => Response.json({ message: 'Your registration is successful.' }),
  });
  const screen = await aScreen(<RegisterPage search={{}} />, aPhone(), { configuration });
  const fields = {
    'User name': 'ada',
    'Phone number': '+44 7700 900112',
    Email: 'ada@example.org',
    Password: 'terrace-song-42',
    'Confirm password': 'terrace-song-42',
  };
  for (const [label, text] of Object.entries(fields)) await screen.types(label, text);
  await screen.chooses(/I am at least 18/);

  await screen.presses('Sign Up');

  await screen.shows('Check your mail');
  expect(screen.text()).toContain('ada@example.org');
  screen.leaves();
  const login = await aScreen(<LoginPage search={{}} />, aPhone());
  expect(await login.field('Username (your email)')).toMatchObject({ value: 'ada@example.org' });
});
