import { createFileRoute } from '@tanstack/react-router';
import { SyncPage } from '#client/features/sync-sheet/sync-page.tsx';

export const Route = createFileRoute('/_member/sync')({ component: SyncPage });
