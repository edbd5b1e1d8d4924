import { createFileRoute } from '@tanstack/react-router';
import { TipPage } from '#client/features/pages/tip-page.tsx';

// Public: a shared link opens without a login.
export const Route = createFileRoute('/tip/$id')({ component: SharedTip });

function SharedTip() {
  const { id } = Route.useParams();
  return <TipPage key={id} id={id} />;
}
