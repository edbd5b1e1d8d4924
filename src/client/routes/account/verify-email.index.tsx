import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailPage } from '#client/features/account/verify-email-page.tsx';

export const Route = createFileRoute('/account/verify-email/')({ component: VerifyEmailPage });
