import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRootRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { LiveDevice } from '#client/data/live-device.tsx';
import { Shell } from '#client/features/shell/shell.tsx';

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(
    () => import('#client/features/pages/not-found-page.tsx'),
    'NotFoundPage',
  ),
  errorComponent: lazyRouteComponent(
    () => import('#client/features/pages/crash-page.tsx'),
    'CrashPage',
  ),
});

function Root() {
  return (
    <I18nProvider i18n={i18n}>
      <LiveDevice>
        <Shell>
          <Outlet />
        </Shell>
      </LiveDevice>
    </I18nProvider>
  );
}
