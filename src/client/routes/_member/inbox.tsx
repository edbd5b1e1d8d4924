import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '#client/features/shell/inbox-page.tsx';

export const Route = createFileRoute('/_member/inbox')({ component: InboxPage });
