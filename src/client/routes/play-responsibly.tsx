import { createFileRoute } from '@tanstack/react-router';
import { PlayResponsiblyPage } from '#client/features/pages/play-responsibly-page.tsx';

export const Route = createFileRoute('/play-responsibly')({ component: PlayResponsiblyPage });
