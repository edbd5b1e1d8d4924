// Dexie looks for IndexedDB when it loads, so this comes before everything else.
import 'fake-indexeddb/auto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { statusOf } from '#contract/problem.ts';
import { Configuration } from '#contract/site.ts';
import { ConfirmEmailPage, UndoEmailPage } from '#client/features/account/email-link-page.tsx';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';
import { clearSession } from '#client/session/session.ts';
import { problem } from '../sync/support/samples.ts';
import { aBackend } from './support/a-backend.ts';
import { aPhone, aScreen } from './support/a-screen.tsx';

const configuration = Configuration.parse({ apiBaseUrl: 'http://api.test', oddsBaseUrl: '/odds' });
const said = () => Response.json({ message: 'Done.' });

describe('the mailed link about another email', () => {
  test.each([
    {
      page: ConfirmEmailPage,
      call: '/api/auth/confirmEmail',
      act: 'Make it my email',
      done: 'This is your email now',
    },
    {
      page: UndoEmailPage,
      call: '/api/auth/undoEmail',
      act: 'Take it back',
      done: 'The change is taken back',
    },
  ])(
    'is decided by one tap behind a mailed link: $act',
    async ({ page: Page, call, act, done }) => {
      keepMailedToken('the token');
      const { asked } = aBackend({ [call]: said });
      const screen = await aScreen(<Page />, aPhone(), { configuration });
      onTestFinished(clearSession);
      expect(asked).toEqual([]);

      await screen.presses(act);
      await screen.says(done);

      expect(asked.map(({ path, body }) => ({ path, body }))).toEqual([
        { path: call, body: { token: 'the token' } },
      ]);
    },
  );

  test('that was confirmed where its owner is logged in leads to what guards the account', async () => {
    keepMailedToken('the token');
    aBackend({ '/api/auth/confirmEmail': said });
    const screen = await aScreen(<ConfirmEmailPage />, aPhone(), { configuration });
    onTestFinished(clearSession);
    await screen.presses('Make it my email');

    await screen.says('This is your email now');

    expect((await screen.link('Open security')).getAttribute('href')).toBe('/settings/security');
    expect(screen.names('a')).not.toContain('Login');
  });

  test('that was taken back leads to no login, for which there is no password yet', async () => {
    keepMailedToken('the token');
    aBackend({ '/api/auth/undoEmail': said });
    const screen = await aScreen(<UndoEmailPage />, aPhone(), { configuration });
    onTestFinished(clearSession);
    await screen.presses('Take it back');

    await screen.says('The change is taken back');

    expect(screen.names('a')).toEqual(['Ask for a new link']);
  });

  test('says of a link that was used that it is not valid any more', async () => {
    keepMailedToken('the token');
    aBackend({
      '/api/auth/confirmEmail': () =>
        Response.json(problem('link-invalid'), {
          status: statusOf('link-invalid'),
          headers: { 'content-type': 'application/problem+json' },
        }),
    });
    const screen = await aScreen(<ConfirmEmailPage />, aPhone(), { configuration });
    onTestFinished(clearSession);

    await screen.presses('Make it my email');

    await screen.says('This link is not valid any more.');
    expect(screen.names('button')).not.toContain('Make it my email');
  });
});
