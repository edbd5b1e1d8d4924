import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useEngineState } from '#client/data/device/engine-state.ts';
import {
  useHasStoredRows,
  useLostOperations,
  useStorageIsDurable,
  useStorageTrouble,
} from '#client/data/device/storage.ts';
import { useRole } from '#client/data/device/backend-kind.tsx';
import { useReachability } from '#client/data/device/sync-state.ts';
import { useMessageHandler } from '#client/data/inbox.ts';
import { useProfile } from '#client/data/member-row-queries.ts';
import { useDueAim } from '#client/session/aim.ts';
import { useSession } from '#client/session/session.ts';
import { OfflineContext } from '#client/ui/offline.ts';
import { DurableSavingContext } from '#client/ui/tag.tsx';
import { LazyContent, createLazyComponent } from '#client/ui/lazy-content.tsx';
import { Messages } from '#client/ui/messages/messages.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BottomNavigation, Header } from './navigation.tsx';
import type { SheetComponent } from './status-chip.tsx';

const VerifyEmailBanner = createLazyComponent(() => import('./banners.tsx'), 'VerifyEmailBanner');
const StartFailurePage = createLazyComponent(() => import('./banners.tsx'), 'StartFailurePage');
const StartFailureBanner = createLazyComponent(() => import('./banners.tsx'), 'StartFailureBanner');
const RewrittenLogBanner = createLazyComponent(() => import('./banners.tsx'), 'RewrittenLogBanner');
const StorageBanner = createLazyComponent(() => import('./banners.tsx'), 'StorageBanner');
const Footer = createLazyComponent(() => import('./footer.tsx'), 'Footer');
const AimRunner = createLazyComponent(() => import('./aim-runner.tsx'), 'AimRunner');
/** Components that render nothing and only show messages. */
const invisibleComponents = {
  OperationOutcomeNotifier: createLazyComponent(
    () => import('./outcome-reporter.tsx'),
    'OperationOutcomeNotifier',
  ),
  UpdatePrompt: createLazyComponent(() => import('./update-prompt.tsx'), 'UpdatePrompt'),
};

type ShellProps = {
  /** The status chip's sheet; the route passes it, because features must not import each other. */
  sheet: SheetComponent;
  children: ReactNode;
};

/** The frame of every page. */
export function Shell({ sheet, children }: ShellProps) {
  const topBar = useRef<HTMLElement>(null);
  const session = useSession();
  const { engine } = useEngineState();
  const profile = useProfile();
  const role = useRole() ?? 'administrator';
  const aim = useDueAim(session?.memberId);
  const unverified = profile && !profile.emailVerified ? profile : undefined;
  return (
    <PageContexts>
      <div className="flex min-h-dvh flex-col">
        <a
          href="#page"
          className="sr-only z-30 bg-flag px-4 py-3 font-bold text-on-flag focus:not-sr-only focus:absolute focus:start-[calc(0.5rem+var(--side))] focus:top-2"
        >
          <Trans>Skip to content</Trans>
        </a>
        <Header ref={topBar} session={session} sheet={sheet} />
        {session && unverified && (
          <LazyContent instead={null}>
            <VerifyEmailBanner email={unverified.email || (session.email ?? '')} />
          </LazyContent>
        )}
        {/* The page fills the window, so that late content does not move a visible footer. */}
        <main id="page" className="min-h-[calc(100dvh-3.5rem)] flex-1">
          <StartedPage>{children}</StartedPage>
        </main>
        <LazyContent instead={null}>
          <Footer />
        </LazyContent>
        <BottomNavigation loggedIn={session !== undefined} />
        {/* The role only hides links, because the server checks every call. */}
        {session && <AccountMenu administrator={role === 'administrator'} />}
        <Messages topBar={topBar} mayLoad={engine !== undefined} onMessage={useMessageHandler()} />
        {engine && aim && (
          <LazyContent instead={null}>
            <AimRunner aim={aim} />
          </LazyContent>
        )}
        {engine &&
          Object.entries(invisibleComponents).map(([name, Part]) => (
            <LazyContent key={name} instead={null}>
              <Part />
            </LazyContent>
          ))}
      </div>
    </PageContexts>
  );
}

/** Provides to all components whether storage is durable and whether the server is unreachable. */
function PageContexts({ children }: { children: ReactNode }) {
  return (
    <DurableSavingContext value={useStorageIsDurable()}>
      <OfflineContext value={useReachability() === 'offline'}>{children}</OfflineContext>
    </DurableSavingContext>
  );
}

/** The page below banners. A failed start replaces the page only if this device has no rows. */
function StartedPage({ children }: { children: ReactNode }) {
  const { failure, retry } = useEngineState();
  const hasStoredRows = useHasStoredRows(failure !== undefined);
  const { trouble } = useStorageTrouble();
  const { lost } = useLostOperations();
  const rewritten = useStoredDocument(collections.proof)?.value.rewritten;
  const nothing = failure !== undefined && hasStoredRows === false;
  // The page stays at the same place in the React tree, so that its forms keep their state.
  return (
    <>
      {(trouble ?? lost) !== undefined && (
        <LazyContent instead={null}>
          <StorageBanner />
        </LazyContent>
      )}
      {rewritten !== undefined && (
        <LazyContent instead={null}>
          <RewrittenLogBanner {...rewritten} />
        </LazyContent>
      )}
      {failure !== undefined && hasStoredRows !== undefined && (
        <LazyContent>
          {hasStoredRows ? (
            <StartFailureBanner text={failure} onRetry={retry} />
          ) : (
            <StartFailurePage text={failure} onRetry={retry} />
          )}
        </LazyContent>
      )}
      {!nothing && children}
    </>
  );
}
