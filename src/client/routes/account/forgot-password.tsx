import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '#client/features/account/forgot-password-page.tsx';

export const Route = createFileRoute('/account/forgot-password')({ component: ForgotPasswordPage });
