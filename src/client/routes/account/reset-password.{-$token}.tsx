import { createFileRoute } from '@tanstack/react-router';
import { hideMailedToken } from '#client/features/account/mailed-token.ts';
import { ResetPasswordPage } from '#client/features/account/reset-password-page.tsx';

export const Route = createFileRoute('/account/reset-password/{-$token}')({
  beforeLoad: hideMailedToken('reset-password'),
  component: ResetPasswordPage,
});
