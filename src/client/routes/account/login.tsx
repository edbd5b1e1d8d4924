import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { returnUrlOf } from '#client/session/guard.ts';

export const Route = createFileRoute('/account/login')({
  validateSearch: returnUrlOf,
  component: Login,
});

function Login() {
  const { returnUrl } = Route.useSearch();
  return <LoginPage returnUrl={returnUrl} />;
}
