import { createFileRoute } from '@tanstack/react-router';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';
import { parseProfileSearch } from '#contract/site/pages.ts';

export const Route = createFileRoute('/tipster/profile/$id')({
  validateSearch: parseProfileSearch,
  component: Profile,
});

function Profile() {
  const { id } = Route.useParams();
  return <TipsterPage key={id} id={id} search={Route.useSearch()} />;
}
