import { createFileRoute } from '@tanstack/react-router';
import { FixturePage } from '#client/features/tips/fixture-page.tsx';
import { requireSession } from '#client/session/guard.ts';

export const Route = createFileRoute('/tips/details/$id')({
  beforeLoad: ({ location }) => requireSession(location.href),
  component: Details,
});

function Details() {
  const { id } = Route.useParams();
  return <FixturePage key={id} id={id} />;
}
