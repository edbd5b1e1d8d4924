import { createFileRoute } from '@tanstack/react-router';
import { FeedPage } from '#client/features/feed/feed-page.tsx';
import { parseFeedSearch } from '#client/features/feed/feed-search.ts';

export const Route = createFileRoute('/_member/tips/')({
  validateSearch: parseFeedSearch,
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
