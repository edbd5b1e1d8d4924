import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { LiveDeviceProvider } from '#client/data/device/live-device.tsx';
import { CrashPage } from '#client/features/pages/crash-page.tsx';
import { Shell } from '#client/features/shell/shell.tsx';
import { createLazyComponent, MissingChunkNotice } from '#client/ui/lazy-content.tsx';
import { waitForCatalogueOfPage, isCatalogueMissing } from '#client/startup/message-catalogue.ts';
import { useObservable } from '#client/use-observable.ts';

const SyncSheet = createLazyComponent(
  () => import('#client/features/sync-sheet/sync-sheet.tsx'),
  'SyncSheet',
);

export const Route = createRootRoute({
  beforeLoad: async ({ location }) => waitForCatalogueOfPage(location.pathname),
  component: Root,
  // Not lazy: if a chunk is missing, the chunk of an error page would be missing, too.
  errorComponent: CrashPage,
});

function Root() {
  return (
    <I18nProvider i18n={i18n}>
      <App />
    </I18nProvider>
  );
}

function App() {
  const { i18n } = useLingui();
  const isMissing = useObservable(isCatalogueMissing);
  return (
    <LiveDeviceProvider>
      <Shell sheet={SyncSheet}>
        {/* Dates and numbers ignore a change of the language, so the key mounts the page again. */}
        {isMissing ? <MissingChunkNotice /> : <Outlet key={i18n.locale} />}
      </Shell>
    </LiveDeviceProvider>
  );
}
