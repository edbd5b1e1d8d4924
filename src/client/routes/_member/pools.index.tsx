import { createFileRoute } from '@tanstack/react-router';
import { PoolsPage } from '#client/features/pools/pools-page.tsx';

export const Route = createFileRoute('/_member/pools/')({ component: PoolsPage });
