import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/tip-details')({
  beforeLoad: () => {
    throw redirect({ to: '/tips', replace: true });
  },
});
