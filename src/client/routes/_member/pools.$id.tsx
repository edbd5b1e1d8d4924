import { createFileRoute } from '@tanstack/react-router';
import { PoolPage } from '#client/features/pools/pool-page.tsx';

export const Route = createFileRoute('/_member/pools/$id')({ component: OnePool });

function OnePool() {
  const { id } = Route.useParams();
  return <PoolPage key={id} id={id} />;
}
