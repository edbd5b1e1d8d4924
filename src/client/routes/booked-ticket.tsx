import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/booked-ticket')({
  beforeLoad: () => {
    throw redirect({ to: '/tips/booked-ticket', replace: true });
  },
});
