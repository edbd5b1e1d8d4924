import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#client/session/guard.ts';

/** Stands around every page that is for members: it sends everybody else to log in and come back. */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location }) => requireSession(location.href),
});
