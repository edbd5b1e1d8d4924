import { createFileRoute } from '@tanstack/react-router';
import { hideMailedToken } from '#client/features/account/mailed-token.ts';
import { VerifyEmailPage } from '#client/features/account/verify-email-page.tsx';

export const Route = createFileRoute('/account/verify-email/{-$token}')({
  beforeLoad: hideMailedToken('verify-email'),
  component: VerifyEmailPage,
});
