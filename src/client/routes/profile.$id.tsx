import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/profile/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/tipster/profile/$id', params, replace: true });
  },
});
