import { createFileRoute } from '@tanstack/react-router';
import { FeedPage } from '#client/features/tips/feed-page.tsx';
import { requireSession } from '#client/session/guard.ts';

export const Route = createFileRoute('/tips/')({
  beforeLoad: ({ location }) => requireSession(location.href),
  component: FeedPage,
});
