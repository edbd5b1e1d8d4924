// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  ConfirmEmailPage,
  RemoveGuardPage,
  UndoEmailPage,
} from '#client/features/account/mailed-link-page.tsx';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';
import { clearSession } from '#client/session/session.ts';
import { databases } from '../../../testing/engine/a-device.ts';
import { aBackend, configuration, refused } from '../../../testing/components/a-backend.ts';
import { aPhone, aScreen } from '../../../testing/components/a-screen.tsx';

const okResponse = () => Response.json({ message: 'Done.' });

/** A token of the mailed length. */
const mailedToken = 'k'.repeat(43);
const incomplete = 'This link is not complete. Copy it whole from the mail.';

describe('a mailed link', () => {
  test.each([
    {
      page: ConfirmEmailPage,
      call: '/api/auth/confirmEmail',
      action: 'Make it my email',
      done: 'This is your email now',
    },
    {
      page: UndoEmailPage,
      call: '/api/auth/undoEmail',
      action: 'Take it back',
      done: 'The change is taken back',
    },
    {
      page: RemoveGuardPage,
      call: '/api/auth/removeGuard',
      action: 'Remove it',
      done: 'It is removed',
    },
  ])(
    'is decided by one tap behind a mailed link: $action',
    async ({ page: Page, call, action, done }) => {
      keepMailedToken(mailedToken);
      const { requests } = aBackend({ [call]: okResponse });
      const screen = await aScreen(<Page />, aPhone(), { configuration });
      onTestFinished(clearSession);
      expect(requests).toEqual([]);

      await screen.presses(action);
      await screen.shows(done);

      expect(requests.map(({ path, body }) => ({ path, body }))).toEqual([
        { path: call, body: { token: mailedToken } },
      ]);
    },
  );

  test('that was confirmed where its owner is logged in leads to what guards the account', async () => {
    keepMailedToken(mailedToken);
    aBackend({ '/api/auth/confirmEmail': okResponse });
    const screen = await aScreen(<ConfirmEmailPage />, aPhone(), { configuration });
    onTestFinished(clearSession);
    await screen.presses('Make it my email');

    await screen.shows('This is your email now');

    expect((await screen.link('Open security')).getAttribute('href')).toBe('/settings/security');
    expect(screen.names('a')).not.toContain('Login');
  });

  test('to a new email asks for the password where nobody is logged in', async () => {
    keepMailedToken(mailedToken);
    let isRight = false;
    const { requests } = aBackend({
      '/api/auth/confirmEmail': () =>
        isRight ? okResponse() : refused('wrong-password', { password: ['wrong'] })(),
    });
    const screen = await aScreen(<ConfirmEmailPage />, databases(), { configuration });
    await screen.types('Password of that account', 'not it');
    await screen.presses('Make it my email');
    await screen.shows('The password is not right');

    isRight = true;
    await screen.types('Password of that account', 'an old song');
    await screen.presses('Make it my email');

    await screen.shows('This is your email now');
    expect(requests.at(-1)?.body).toEqual({ token: mailedToken, password: 'an old song' });
  });

  test('to a new email asks for the password where another account is logged in', async () => {
    keepMailedToken(mailedToken);
    aBackend({ '/api/auth/confirmEmail': refused('invalid-input', { password: ['required'] }) });
    const screen = await aScreen(<ConfirmEmailPage />, aPhone(), { configuration });
    onTestFinished(clearSession);

    await screen.presses('Make it my email');

    expect(await screen.field('Password of that account')).toBeDefined();
  });

  test('does nothing without a connection, and can be tried again', async () => {
    keepMailedToken(mailedToken);
    aBackend({});
    const screen = await aScreen(<RemoveGuardPage />, databases(), { configuration });

    await screen.presses('Remove it');

    await screen.shows('There is no connection to the server right now');
    expect(screen.names('button')).toContain('Remove it');
  });

  test('that was taken back leads to no login, for which there is no password yet', async () => {
    keepMailedToken(mailedToken);
    aBackend({ '/api/auth/undoEmail': okResponse });
    const screen = await aScreen(<UndoEmailPage />, aPhone(), { configuration });
    onTestFinished(clearSession);
    await screen.presses('Take it back');

    await screen.shows('The change is taken back');

    expect(screen.names('a')).toEqual(['Ask for a new link']);
  });

  test('says of a link that was used that it is not valid any more', async () => {
    keepMailedToken(mailedToken);
    aBackend({
      '/api/auth/confirmEmail': refused('link-invalid'),
    });
    const screen = await aScreen(<ConfirmEmailPage />, aPhone(), { configuration });
    onTestFinished(clearSession);

    await screen.presses('Make it my email');

    await screen.shows('This link is not valid any more.');
    expect(screen.names('button')).not.toContain('Make it my email');
  });

  test.each([
    { page: UndoEmailPage, call: '/api/auth/undoEmail', action: 'Take it back' },
    { page: RemoveGuardPage, call: '/api/auth/removeGuard', action: 'Remove it' },
  ])(
    'that was used leads to a new password where nobody is logged in: $action',
    async ({ page: Page, call, action }) => {
      keepMailedToken(mailedToken);
      aBackend({ [call]: refused('link-invalid') });
      const screen = await aScreen(<Page />, databases(), { configuration });

      await screen.presses(action);
      await screen.shows('This link is not valid any more.');

      const link = await screen.link('Ask for a new link');
      expect(link.getAttribute('href')).toBe('/account/forgot-password');
      expect(screen.names('a')).not.toContain('Open security');
    },
  );

  test('that a mail program cut says so, and is not sent', async () => {
    for (const token of [undefined, mailedToken.slice(0, 20)]) {
      if (token !== undefined) keepMailedToken(token);
      const { requests } = aBackend({});
      const screen = await aScreen(<UndoEmailPage />, databases(), { configuration });

      await screen.shows(incomplete);

      expect(screen.names('button')).not.toContain('Take it back');
      expect(requests).toEqual([]);
      screen.leaves();
    }
  });
});
