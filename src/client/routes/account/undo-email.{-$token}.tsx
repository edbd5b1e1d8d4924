import { createFileRoute } from '@tanstack/react-router';
import { UndoEmailChangePage } from '#client/features/account/mailed-link-page.tsx';
import { createMailedTokenGuard } from '#client/features/account/mailed-token.ts';

export const Route = createFileRoute('/account/undo-email/{-$token}')({
  beforeLoad: createMailedTokenGuard('undo-email'),
  component: UndoEmailChangePage,
});
