import { expect, onTestFinished, test } from 'vitest';
import { PasswordChange } from '#client/features/settings/password-change.tsx';
import { clearSession } from '#client/session/session.ts';
import { aBackend, configuration } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const addedAt = '2026-11-01T10:00:00.000Z';
const guards = [
  { id: 'abc', kind: 'passkey', device: 'Chrome, Android', addedAt },
  { id: 'authenticator', kind: 'authenticator', device: 'Safari, iPad', addedAt },
] as const;

test('lists the login guards after a password change, and can remove them', async () => {
  const okResponse = () => Response.json({ message: 'Done.' });
  const { requests } = aBackend({
    '/api/auth/changePassword': okResponse,
    '/api/auth/passkeys/remove': okResponse,
  });
  let isClosed = false;
  const form = (
    <PasswordChange
      guards={guards}
      onChanged={async () => undefined}
      onClose={() => {
        isClosed = true;
      }}
    />
  );
  const screen = await aScreen(form, aPhone(), { configuration });
  onTestFinished(clearSession);
  await screen.types('Your password now', 'an old song');
  await screen.types('New password', 'a song from the terrace');
  await screen.types('Confirm password', 'a song from the terrace');
  await screen.presses('Change my password');

  await screen.shows('remove what is not yours');

  expect(screen.text()).toContain('PasskeyChrome, AndroidAdded Nov 1, 2026');
  expect(screen.text()).toContain('Authenticator appSafari, iPadAdded Nov 1, 2026');
  await screen.presses('Remove this passkey');
  await screen.types('Password', 'a song from the terrace');
  await screen.presses('Remove this passkey');
  await screen.until(() => screen.toasts.length > 0, 'a message');
  expect(requests).toContainEqual(
    expect.objectContaining({
      path: '/api/auth/passkeys/remove',
      body: { id: 'abc', password: 'a song from the terrace' },
    }),
  );
  await screen.presses('All of these are mine');
  expect(isClosed).toBe(true);
});
