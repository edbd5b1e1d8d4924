import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '#client/features/pages/help-page.tsx';

export const Route = createFileRoute('/help')({ component: HelpPage });
