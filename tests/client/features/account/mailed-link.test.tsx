import { afterEach, describe, expect, test } from 'vitest';
import {
  ConfirmEmailPage,
  RemoveLoginGuardPage,
  UndoEmailChangePage,
} from '#client/features/account/mailed-link-page.tsx';
import { ResetPasswordPage } from '#client/features/account/reset-password-page.tsx';
import { clearSession } from '#client/session/session.ts';
import { refused } from '../../../testing/components/a-backend.ts';
import { aPhone } from '../../../testing/components/a-screen.tsx';
import {
  cutToken,
  followMailedLink,
  incomplete,
  mailedToken as token,
} from '../../../testing/components/mailed-link.tsx';

afterEach(clearSession);

const okResponse = () => Response.json({ message: 'Done.' });
const confirmation = '/api/auth/confirmEmail';

const links = [
  {
    page: <ConfirmEmailPage />,
    call: confirmation,
    action: 'Make it my email',
    done: 'This is your email now',
    next: ['Open security'],
  },
  {
    page: <UndoEmailChangePage />,
    call: '/api/auth/undoEmail',
    action: 'Take it back',
    done: 'The change is taken back',
    // The account has no password yet, so the page cannot offer the login.
    next: ['Ask for a new link'],
  },
  {
    page: <RemoveLoginGuardPage />,
    call: '/api/auth/removeGuard',
    action: 'Remove it',
    done: 'It is removed',
    next: ['Ask for a new link'],
  },
];

describe('a mailed link', () => {
  test.each(links)('sends its request only after a tap on the button: $action', async (link) => {
    const answers = { [link.call]: okResponse };
    const opened = await followMailedLink(link.page, { answers, token, phone: aPhone() });
    expect(opened.requests).toEqual([]);

    await opened.screen.presses(link.action);
    await opened.screen.shows(link.done);

    expect(opened.requests).toMatchObject([{ path: link.call, body: { token } }]);
    expect(opened.screen.names('a')).toEqual(link.next);
  });

  test.each(links)('reports a former use, and links to the next page: $action', async (link) => {
    const answers = { [link.call]: refused('link-invalid') };
    const phone = link.call === confirmation ? { phone: aPhone() } : {};
    const { screen } = await followMailedLink(link.page, { answers, token, ...phone });

    await screen.presses(link.action);

    await screen.shows('This link is not valid any more.');
    expect(screen.names('button')).not.toContain(link.action);
    expect(screen.names('a')).toEqual(link.next);
  });

  test.each(
    [<UndoEmailChangePage key="undo" />, <ResetPasswordPage key="reset" />].flatMap((page) =>
      [undefined, cutToken].map((lacking) => ({ page, token: lacking })),
    ),
  )('with an incomplete token reports that, and changes nothing: $token', async (link) => {
    const answers = { '/api/auth/resetPassword/guards': refused('reset-expired') };
    const { requests, screen } = await followMailedLink(link.page, { answers, token: link.token });

    await screen.shows(incomplete);

    expect(screen.names('button, input')).toEqual([]);
    expect(requests.every(({ path }) => path in answers)).toBe(true);
  });
});

describe('a link to a new email', () => {
  test('asks for the password if nobody is logged in', async () => {
    const answers = [refused('wrong-password', { password: ['wrong'] }), okResponse];
    const { requests, screen } = await followMailedLink(<ConfirmEmailPage />, {
      answers: { [confirmation]: () => (answers.shift() ?? okResponse)() },
      token,
    });
    await screen.types('Password of that account', 'not it');
    await screen.presses('Make it my email');
    await screen.shows('The password is not right');

    await screen.types('Password of that account', 'an old song');
    await screen.presses('Make it my email');

    await screen.shows('This is your email now');
    expect(requests.at(-1)?.body).toEqual({ token, password: 'an old song' });
  });

  test('asks for the password if another account is logged in', async () => {
    const { screen } = await followMailedLink(<ConfirmEmailPage />, {
      answers: { [confirmation]: refused('invalid-input', { password: ['required'] }) },
      token,
      phone: aPhone(),
    });

    await screen.presses('Make it my email');

    expect(await screen.field('Password of that account')).toHaveProperty('value', '');
  });
});
