import { createFileRoute } from '@tanstack/react-router';
import { FeedPage } from '#client/features/feed/feed-page.tsx';
import { readFeedSearch } from '#client/features/feed/feed-search.ts';
import { requireSession } from '#client/session/guard.ts';

export const Route = createFileRoute('/tips/')({
  beforeLoad: ({ location }) => requireSession(location.href),
  validateSearch: readFeedSearch,
  component: Tips,
});

function Tips() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <FeedPage
      search={search}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
