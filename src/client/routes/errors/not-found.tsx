import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '#client/features/pages/not-found-page.tsx';

export const Route = createFileRoute('/errors/not-found')({ component: NotFoundPage });
