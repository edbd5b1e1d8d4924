import { createFileRoute, redirect } from '@tanstack/react-router';
import { returnUrlOf } from '#client/session/return-url.ts';

export const Route = createFileRoute('/login')({
  validateSearch: returnUrlOf,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/account/login', search, replace: true });
  },
});
