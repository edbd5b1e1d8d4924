import { createFileRoute } from '@tanstack/react-router';
import { ErrorPage } from '#client/features/pages/error-page.tsx';

export const Route = createFileRoute('/errors/$status')({ component: OneError });

function OneError() {
  return <ErrorPage status={Route.useParams().status} />;
}
