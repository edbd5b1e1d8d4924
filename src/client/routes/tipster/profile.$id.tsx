import { createFileRoute } from '@tanstack/react-router';
import { TipsterPage } from '#client/features/tipsters/tipster-page.tsx';

export const Route = createFileRoute('/tipster/profile/$id')({ component: Profile });

function Profile() {
  const { id } = Route.useParams();
  return <TipsterPage key={id} id={id} />;
}
