import { createFileRoute, redirect } from '@tanstack/react-router';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';

// The token of a mailed link leaves the address, and so the history, before a page is shown.
export const Route = createFileRoute('/account/verify-email/$id')({
  beforeLoad: ({ params, preload }) => {
    if (!preload) keepMailedToken(params.id);
    throw redirect({ to: '/account/verify-email', replace: true });
  },
});
