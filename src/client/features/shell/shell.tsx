import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, type ReactNode } from 'react';
import { useRunning } from '../../data/running.ts';
import { useProfile } from '../../data/use-profile.ts';
import { useSession } from '../../session/use-session.ts';
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
const Outcomes = lazy(async () => ({ default: (await import('./outcomes.tsx')).Outcomes }));
const UpdatePrompt = lazy(async () => ({
  default: (await import('./update-prompt.tsx')).UpdatePrompt,
}));

/** What stands around every page. */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  const { engine, failure, retry } = useRunning();
  const profile = useProfile();
  const unverified = profile && !profile.emailVerified ? profile : undefined;
  return (
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
        {failure === undefined ? (
          children
        ) : (
          <Suspense>
            <StartFailure text={failure} onRetry={retry} />
          </Suspense>
        )}
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
  );
}

/** Only a hint for the menu. A backend whose tokens name no role shows the link to everybody. */
function mayAdminister(role: string | undefined): boolean {
  return role === undefined || role === 'administrator';
}
