import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '#client/features/account/login-page.tsx';
import { parseLoginSearch } from '#client/session/guard.ts';

export const Route = createFileRoute('/account/login')({
  validateSearch: parseLoginSearch,
  component: Login,
});

function Login() {
  return <LoginPage search={Route.useSearch()} />;
}
