import { createFileRoute } from '@tanstack/react-router';
import { CompetitionsPage } from '#client/features/pages/competitions-page.tsx';

export const Route = createFileRoute('/competitions')({ component: CompetitionsPage });
