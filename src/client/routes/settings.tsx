import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#client/features/settings/settings-page.tsx';

// Public, because language and theme belong to the device; the other settings check the session.
export const Route = createFileRoute('/settings')({ component: SettingsPage });
