import { createFileRoute } from '@tanstack/react-router';
import { UndoEmailPage } from '#client/features/account/mailed-link-page.tsx';
import { hideMailedToken } from '#client/features/account/mailed-token.ts';

export const Route = createFileRoute('/account/undo-email/{-$token}')({
  beforeLoad: hideMailedToken('undo-email'),
  component: UndoEmailPage,
});
