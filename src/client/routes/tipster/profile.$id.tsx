import { createFileRoute } from '@tanstack/react-router';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';
import { month, searchParser } from '#client/search-params.ts';

export const Route = createFileRoute('/tipster/profile/$id')({
  // The month whose figures somebody came for.
  validateSearch: searchParser({ month }),
  component: Profile,
});

function Profile() {
  const { id } = Route.useParams();
  const { month } = Route.useSearch();
  return <TipsterPage key={`${id} ${month}`} id={id} month={month} />;
}
