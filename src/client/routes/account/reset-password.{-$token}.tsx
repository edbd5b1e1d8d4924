import { createFileRoute, redirect } from '@tanstack/react-router';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';
import { ResetPasswordPage } from '#client/features/account/reset-password-page.tsx';

// The token of a mailed link leaves the address, and so the history, before the page is shown.
export const Route = createFileRoute('/account/reset-password/{-$token}')({
  beforeLoad: ({ params: { token }, preload }) => {
    if (token === undefined) return;
    if (!preload) keepMailedToken(token);
    throw redirect({
      to: '/account/reset-password/{-$token}',
      params: { token: undefined },
      replace: true,
    });
  },
  component: ResetPasswordPage,
});
