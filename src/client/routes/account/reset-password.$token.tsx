import { createFileRoute, redirect } from '@tanstack/react-router';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';

// The token of a mailed link leaves the address, and so the history, before a page is shown.
export const Route = createFileRoute('/account/reset-password/$token')({
  beforeLoad: ({ params, preload }) => {
    if (!preload) keepMailedToken(params.token);
    throw redirect({ to: '/account/reset-password', replace: true });
  },
});
