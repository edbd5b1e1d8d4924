import { createFileRoute } from '@tanstack/react-router';
import { TipsterListPage } from '#client/features/tipsters/tipster-list-page.tsx';

export const Route = createFileRoute('/tipster/')({ component: TipsterListPage });
