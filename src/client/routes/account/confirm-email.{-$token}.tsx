import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailPage } from '#client/features/account/mailed-link-page.tsx';
import { createMailedTokenGuard } from '#client/features/account/mailed-token.ts';

export const Route = createFileRoute('/account/confirm-email/{-$token}')({
  beforeLoad: createMailedTokenGuard('confirm-email'),
  component: ConfirmEmailPage,
});
