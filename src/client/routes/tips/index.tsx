import { createFileRoute } from '@tanstack/react-router';
import { FeedPage } from '#client/features/tips/feed-page.tsx';

export const Route = createFileRoute('/tips/')({ component: FeedPage });
