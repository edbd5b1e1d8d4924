import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '#client/features/account/reset-password-page.tsx';

export const Route = createFileRoute('/account/reset-password/')({ component: ResetPasswordPage });
