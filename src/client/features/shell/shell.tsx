import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { collections, useCollection } from '#client/data/collections.ts';
import { useRunning } from '#client/data/device/running.ts';
import {
  useAnythingStored,
  useLoss,
  useStorageIsDurable,
  useStorageTrouble,
} from '#client/data/device/storage.ts';
import { useRole } from '#client/data/device/backend-kind.tsx';
import { useReachability } from '#client/data/device/sync-state.ts';
import { useReceiveMessage } from '#client/data/inbox.ts';
import { useProfile } from '#client/data/member-row-queries.ts';
import { useDueAim } from '#client/session/aim.ts';
import { useSession } from '#client/session/session.ts';
import { OfflineContext } from '#client/ui/offline.ts';
import { DurableContext } from '#client/ui/tag.tsx';
import { LazyPart, lazyNamed } from '#client/ui/lazy-part.tsx';
import { Messages } from '#client/ui/messages/messages.tsx';
import { AccountMenu } from './account-menu.tsx';
import { BottomNavigation, Header } from './navigation.tsx';
import type { Sheet } from './status-chip.tsx';

const VerifyBanner = lazyNamed(() => import('./banners.tsx'), 'VerifyBanner');
const StartFailure = lazyNamed(() => import('./banners.tsx'), 'StartFailure');
const StartNotice = lazyNamed(() => import('./banners.tsx'), 'StartNotice');
const RewrittenBanner = lazyNamed(() => import('./banners.tsx'), 'RewrittenBanner');
const StorageBanner = lazyNamed(() => import('./banners.tsx'), 'StorageBanner');
const Footer = lazyNamed(() => import('./footer.tsx'), 'Footer');
const AimCarrier = lazyNamed(() => import('./aim-carrier.tsx'), 'AimCarrier');
/** Components without a view of their own, which only show messages. */
const unseen = {
  Outcomes: lazyNamed(() => import('./outcomes.tsx'), 'Outcomes'),
  UpdatePrompt: lazyNamed(() => import('./update-prompt.tsx'), 'UpdatePrompt'),
};

type ShellProps = {
  /**
   * The content of the chip's sheet; passed by the route because features do not import each other.
   */
  sheet: Sheet;
  children: ReactNode;
};

/** The frame of every page. */
export function Shell({ sheet, children }: ShellProps) {
  const topBar = useRef<HTMLElement>(null);
  const session = useSession();
  const { engine } = useRunning();
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
          <LazyPart instead={null}>
            <VerifyBanner email={unverified.email || (session.email ?? '')} />
          </LazyPart>
        )}
        {/* The footer starts below the window, so that late content does not move it in view. */}
        <main id="page" className="min-h-[calc(100dvh-3.5rem)] flex-1">
          <Started>{children}</Started>
        </main>
        <LazyPart instead={null}>
          <Footer />
        </LazyPart>
        <BottomNavigation loggedIn={session !== undefined} />
        {/* A convenience: the server checks every call. */}
        {session && <AccountMenu administrator={role === 'administrator'} />}
        <Messages topBar={topBar} mayLoad={engine !== undefined} onMessage={useReceiveMessage()} />
        {engine && aim && (
          <LazyPart instead={null}>
            <AimCarrier aim={aim} />
          </LazyPart>
        )}
        {engine &&
          Object.entries(unseen).map(([name, Part]) => (
            <LazyPart key={name} instead={null}>
              <Part />
            </LazyPart>
          ))}
      </div>
    </PageContexts>
  );
}

/** Provides to every page whether storage is durable and whether the server is unreachable. */
function PageContexts({ children }: { children: ReactNode }) {
  return (
    <DurableContext value={useStorageIsDurable()}>
      <OfflineContext value={useReachability() === 'offline'}>{children}</OfflineContext>
    </DurableContext>
  );
}

/** The page. A failed start replaces it only if this device has no rows to show. */
function Started({ children }: { children: ReactNode }) {
  const { failure, retry } = useRunning();
  const hasStoredRows = useAnythingStored(failure !== undefined);
  const { trouble } = useStorageTrouble();
  const { lost } = useLoss();
  const rewritten = useCollection(collections.proof)?.value.rewritten;
  const nothing = failure !== undefined && hasStoredRows === false;
  // The page keeps its place in the tree, so that a later start does not reset its forms.
  return (
    <>
      {(trouble ?? lost) !== undefined && (
        <LazyPart instead={null}>
          <StorageBanner />
        </LazyPart>
      )}
      {rewritten !== undefined && (
        <LazyPart instead={null}>
          <RewrittenBanner {...rewritten} />
        </LazyPart>
      )}
      {failure !== undefined && hasStoredRows !== undefined && (
        <LazyPart>
          {hasStoredRows ? (
            <StartNotice text={failure} onRetry={retry} />
          ) : (
            <StartFailure text={failure} onRetry={retry} />
          )}
        </LazyPart>
      )}
      {!nothing && children}
    </>
  );
}
