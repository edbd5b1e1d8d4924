import { createFileRoute } from '@tanstack/react-router';
import { RemoveLoginGuardPage } from '#client/features/account/mailed-link-page.tsx';
import { createMailedTokenGuard } from '#client/features/account/mailed-token.ts';

export const Route = createFileRoute('/account/remove-guard/{-$token}')({
  beforeLoad: createMailedTokenGuard('remove-guard'),
  component: RemoveLoginGuardPage,
});
