import { createFileRoute } from '@tanstack/react-router';
import { FixturePage } from '#client/features/tips/fixture-page.tsx';

export const Route = createFileRoute('/tips/details/$id')({ component: Details });

function Details() {
  const { id } = Route.useParams();
  return <FixturePage key={id} id={id} />;
}
