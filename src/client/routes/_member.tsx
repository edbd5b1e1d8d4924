import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#client/session/guard.ts';

/** The layout of members' pages. Redirects visitors to the login, which returns here. */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location }) => requireSession(location.href),
});
