import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/my-tips')({
  beforeLoad: () => {
    throw redirect({ to: '/tips/my-tips', replace: true });
  },
});
