import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/edit-profile')({
  beforeLoad: () => {
    throw redirect({ to: '/tipster/edit-profile', replace: true });
  },
});
