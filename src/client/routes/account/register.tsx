import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '#client/features/account/register-page.tsx';

export const Route = createFileRoute('/account/register')({ component: RegisterPage });
