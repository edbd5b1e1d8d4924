import { createFileRoute } from '@tanstack/react-router';
import { RemoveGuardPage } from '#client/features/account/mailed-link-page.tsx';
import { hideMailedToken } from '#client/features/account/mailed-token.ts';

export const Route = createFileRoute('/account/remove-guard/{-$token}')({
  beforeLoad: hideMailedToken('remove-guard'),
  component: RemoveGuardPage,
});
