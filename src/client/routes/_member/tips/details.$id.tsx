import { createFileRoute } from '@tanstack/react-router';
import { FixturePage } from '#client/features/slip/fixture-page.tsx';
import { FixtureTips } from '#client/features/feed/tip-list.tsx';
import { oneOf, searchParser } from '#contract/search-parsers.ts';

export const Route = createFileRoute('/_member/tips/details/$id')({
  // The side of the game that is up stands in the address, so that a reload comes back to it.
  validateSearch: searchParser({ tab: oneOf('post') }),
  component: Details,
});

function Details() {
  const { id } = Route.useParams();
  const { tab = 'overview' } = Route.useSearch();
  return <FixturePage key={id} id={id} tab={tab} tips={<FixtureTips id={id} />} />;
}
