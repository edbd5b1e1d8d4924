import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, type ReactNode } from 'react';
import { useRunning } from '../../data/running.ts';
import { useAnythingKept } from '../../data/use-anything-kept.ts';
import { useProfile } from '../../data/use-profile.ts';
import { useIsKept, useStorageTrouble } from '../../data/use-storage.ts';
import { useSession } from '../../session/use-session.ts';
import { KeptContext } from '../../ui/kept.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { BottomNavigation } from './bottom-navigation.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

const AccountMenu = lazy(async () => ({
  default: (await import('./account-menu.tsx')).AccountMenu,
}));
const VerifyBanner = lazy(async () => ({
  default: (await import('./verify-banner.tsx')).VerifyBanner,
}));
const StartFailure = lazy(async () => ({
  default: (await import('./start-failure.tsx')).StartFailure,
}));
const StartNotice = lazy(async () => ({
  default: (await import('./start-failure.tsx')).StartNotice,
}));
const StorageNews = lazy(async () => ({
  default: (await import('./storage-news.tsx')).StorageNews,
}));
const Outcomes = lazy(async () => ({ default: (await import('./outcomes.tsx')).Outcomes }));
const UpdatePrompt = lazy(async () => ({
  default: (await import('./update-prompt.tsx')).UpdatePrompt,
}));

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  const { engine } = useRunning();
  const profile = useProfile();
  const unverified = profile && !profile.emailVerified ? profile : undefined;
  return (
    <KeptContext value={useIsKept()}>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#page"
          className="sr-only z-30 bg-flag px-4 py-3 font-bold text-on-flag focus:not-sr-only focus:absolute focus:start-2 focus:top-2"
        >
          <Trans>Skip to content</Trans>
        </a>
        <Header session={session} />
        {session && unverified && (
          <Suspense>
            <VerifyBanner email={unverified.email || (session.email ?? '')} />
          </Suspense>
        )}
        <main id="page" className="flex-1">
          <Started>{children}</Started>
        </main>
        <Footer />
        <BottomNavigation loggedIn={session !== undefined} />
        {session && (
          <Suspense>
            <AccountMenu administrator={mayAdminister(session.role)} />
          </Suspense>
        )}
        <Toaster />
        {engine && (
          <Suspense>
            <Outcomes />
            <UpdatePrompt />
          </Suspense>
        )}
      </div>
    </KeptContext>
  );
}

/** The page. A start that failed hides it only where this device has nothing to show on it. */
function Started({ children }: { children: ReactNode }) {
  const { failure, retry } = useRunning();
  const kept = useAnythingKept(failure !== undefined);
  const trouble = useStorageTrouble();
  const nothing = failure !== undefined && kept === false;
  // The page stays where it is in the tree, so that a later start does not empty its forms.
  return (
    <>
      {trouble !== undefined && (
        <Suspense>
          <StorageNews trouble={trouble} />
        </Suspense>
      )}
      {failure !== undefined && kept !== undefined && (
        <Suspense>
          {kept ? (
            <StartNotice text={failure} onRetry={retry} />
          ) : (
            <StartFailure text={failure} onRetry={retry} />
          )}
        </Suspense>
      )}
      {!nothing && children}
    </>
  );
}

/** Only a hint for the menu. A backend whose tokens name no role shows the link to everybody. */
function mayAdminister(role: string | undefined): boolean {
  return role === undefined || role === 'administrator';
}
