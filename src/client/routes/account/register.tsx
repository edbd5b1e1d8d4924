import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '#client/features/account/register-page.tsx';
import { parseLoginSearch } from '#client/session/guard.ts';

export const Route = createFileRoute('/account/register')({
  validateSearch: parseLoginSearch,
  component: Register,
});

function Register() {
  return <RegisterPage search={Route.useSearch()} />;
}
