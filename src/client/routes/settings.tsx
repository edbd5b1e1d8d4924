import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#client/features/settings/settings-page.tsx';

// Public: language and theme belong to the device; the page checks the session for the rest.
export const Route = createFileRoute('/settings')({ component: SettingsPage });
