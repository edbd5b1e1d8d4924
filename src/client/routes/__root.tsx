import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { LiveDevice } from '#client/data/device/live-device.tsx';
import { CrashPage } from '#client/features/pages/crash-page.tsx';
import { Shell } from '#client/features/shell/shell.tsx';
import { lazyNamed, MissingPart } from '#client/ui/lazy-part.tsx';
import { untilCatalogOf, isCatalogMissing } from '#client/startup/message-catalog.ts';
import { useObserved } from '#client/use-observed.ts';

const SyncSheet = lazyNamed(
  () => import('#client/features/sync-sheet/sync-sheet.tsx'),
  'SyncSheet',
);

export const Route = createRootRoute({
  beforeLoad: async ({ location }) => untilCatalogOf(location.pathname),
  component: Root,
  // A lazy error page could not be fetched either when a chunk is missing.
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
  const isMissing = useObserved(isCatalogMissing);
  return (
    <LiveDevice>
      <Shell sheet={SyncSheet}>
        {/* Dates and figures do not update with the language, so the page is rendered anew. */}
        {isMissing ? <MissingPart /> : <Outlet key={i18n.locale} />}
      </Shell>
    </LiveDevice>
  );
}
