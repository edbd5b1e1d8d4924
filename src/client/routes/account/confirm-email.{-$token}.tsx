import { createFileRoute, redirect } from '@tanstack/react-router';
import { ConfirmEmailPage } from '#client/features/account/mailed-link-page.tsx';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';

// The token of a mailed link leaves the address, and so the history, before the page is shown.
export const Route = createFileRoute('/account/confirm-email/{-$token}')({
  beforeLoad: ({ params: { token }, preload }) => {
    if (token === undefined) return;
    if (!preload) keepMailedToken(token);
    throw redirect({
      to: '/account/confirm-email/{-$token}',
      params: { token: undefined },
      replace: true,
    });
  },
  component: ConfirmEmailPage,
});
