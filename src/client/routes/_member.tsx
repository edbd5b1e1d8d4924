import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#client/session/guard.ts';

/** The layout of pages for members; redirects everybody else to the login and back. */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location }) => requireSession(location.href),
});
