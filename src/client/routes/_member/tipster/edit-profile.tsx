import { createFileRoute } from '@tanstack/react-router';
import { EditProfilePage } from '#client/features/tipsters/edit-profile-page.tsx';

export const Route = createFileRoute('/_member/tipster/edit-profile')({
  component: EditProfilePage,
});
