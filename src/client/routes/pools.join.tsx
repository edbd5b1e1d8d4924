import { createFileRoute, redirect } from '@tanstack/react-router';
import { JoinPoolPage } from '#client/features/pools/join-page.tsx';
import { requireSession } from '#client/session/guard.ts';
import { storeInvitation } from '#client/session/invitation.ts';

// The invitation leaves the address, and so the history and the login's return address, before
// anything is shown.
export const Route = createFileRoute('/pools/join')({
  beforeLoad: ({ location: { hash }, preload }) => {
    if (hash !== '') {
      if (!preload) storeInvitation(hash);
      throw redirect({ to: '/pools/join', hash: '', replace: true });
    }
    requireSession('/pools/join');
  },
  component: JoinPoolPage,
});
