import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '#client/features/settings/security-page.tsx';

export const Route = createFileRoute('/_member/settings/security')({ component: SecurityPage });
