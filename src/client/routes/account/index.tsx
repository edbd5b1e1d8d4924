import { createFileRoute, redirect } from '@tanstack/react-router';
import { session } from '#client/session/session.ts';

// Where the account area begins: with a login, or with what one is to the others.
export const Route = createFileRoute('/account/')({
  beforeLoad: () => {
    const to = session.get() === undefined ? '/account/login' : '/tipster/edit-profile';
    throw redirect({ to, replace: true });
  },
});
