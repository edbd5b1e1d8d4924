import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#client/features/settings/settings-page.tsx';

// Open to everybody: language and theme are the device's, and the page asks who is here for the rest.
export const Route = createFileRoute('/settings')({ component: SettingsPage });
