import { createFileRoute } from '@tanstack/react-router';
import { createMailedTokenGuard } from '#client/features/account/mailed-token.ts';
import { VerifyEmailPage } from '#client/features/account/verify-email-page.tsx';

export const Route = createFileRoute('/account/verify-email/{-$token}')({
  beforeLoad: createMailedTokenGuard('verify-email'),
  component: VerifyEmailPage,
});
