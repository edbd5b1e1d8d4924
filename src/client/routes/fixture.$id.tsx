import { createFileRoute } from '@tanstack/react-router';
import { FixtureTips } from '#client/features/feed/feed-tips.tsx';
import { PublicFixturePage } from '#client/features/slip/public-fixture-page.tsx';

// Public: a shared link opens without a login.
export const Route = createFileRoute('/fixture/$id')({ component: PublicFixture });

function PublicFixture() {
  const { id } = Route.useParams();
  return <PublicFixturePage key={id} id={id} tips={<FixtureTips id={id} />} />;
}
