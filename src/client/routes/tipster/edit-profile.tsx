import { createFileRoute } from '@tanstack/react-router';
import { EditProfilePage } from '#client/features/tipsters/edit-profile-page.tsx';
import { requireSession } from '#client/session/guard.ts';

export const Route = createFileRoute('/tipster/edit-profile')({
  beforeLoad: ({ location }) => requireSession(location.href),
  component: EditProfilePage,
});
