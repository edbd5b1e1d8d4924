import { createFileRoute } from '@tanstack/react-router';
import { createMailedTokenGuard } from '#client/features/account/mailed-token.ts';
import { ResetPasswordPage } from '#client/features/account/reset-password-page.tsx';

export const Route = createFileRoute('/account/reset-password/{-$token}')({
  beforeLoad: createMailedTokenGuard('reset-password'),
  component: ResetPasswordPage,
});
