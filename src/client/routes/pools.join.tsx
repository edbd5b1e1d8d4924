import { createFileRoute, redirect } from '@tanstack/react-router';
import { JoinPoolPage } from '#client/features/pools/join-page.tsx';
import { requireSession } from '#client/session/guard.ts';
import { storePoolInvitation } from '#client/session/invitation.ts';

// Removes the invitation from the URL before anything is shown, so that it is neither in the
// history nor in the return URL of the login.
export const Route = createFileRoute('/pools/join')({
  beforeLoad: ({ location: { hash }, preload }) => {
    if (hash !== '') {
      if (!preload) storePoolInvitation(hash);
      throw redirect({ to: '/pools/join', hash: '', replace: true });
    }
    requireSession('/pools/join');
  },
  component: JoinPoolPage,
});
