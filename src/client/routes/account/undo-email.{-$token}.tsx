import { createFileRoute, redirect } from '@tanstack/react-router';
import { UndoEmailPage } from '#client/features/account/mailed-link-page.tsx';
import { keepMailedToken } from '#client/features/account/mailed-token.ts';

// The token of a mailed link leaves the address, and so the history, before the page is shown.
export const Route = createFileRoute('/account/undo-email/{-$token}')({
  beforeLoad: ({ params: { token }, preload }) => {
    if (token === undefined) return;
    if (!preload) keepMailedToken(token);
    throw redirect({
      to: '/account/undo-email/{-$token}',
      params: { token: undefined },
      replace: true,
    });
  },
  component: UndoEmailPage,
});
