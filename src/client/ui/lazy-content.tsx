import { Trans, useLingui } from '@lingui/react/macro';
import {
  Component,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { isMissingChunkError, reloadForMissingChunk } from '#client/startup/missing-chunk.ts';
import { waitForFullCatalogue } from '#client/startup/message-catalogue.ts';
import { notify } from './messages/toasts.ts';
import { FetchFailedNotice } from './notice.tsx';
import { useOffline } from './offline.ts';

/** Lazily loads a named component from a module. */
export function createLazyComponent<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends ComponentType<infer Props>
  ? LazyExoticComponent<ComponentType<Props>>
  : never;
export function createLazyComponent<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    const [module] = await Promise.all([load(), waitForFullCatalogue()]);
    return { default: module[name] };
  });
}

type LazyContentProps = {
  children: ReactNode;
  /** Shown while the code loads. */
  waiting?: ReactNode;
  /** Shown if the code cannot be fetched; by default a notice with a Retry button. */
  instead?: ReactNode;
  /** For an overlay: closes it if the code cannot be fetched; a message reports the failure. */
  onMissing?: () => void;
};

/**
 * Content of a page whose code loads separately. If its code cannot be fetched, the rest of the
 * page stays usable; any other error reaches the page's error boundary.
 */
export function LazyContent({ children, waiting, instead, onMissing }: LazyContentProps) {
  const usual = instead === undefined ? <MissingChunkNotice /> : instead;
  const missing = onMissing ? <MissingChunkReport onMissing={onMissing} /> : usual;
  return (
    <MissingChunkBoundary instead={missing}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </MissingChunkBoundary>
  );
}

class MissingChunkBoundary extends Component<
  { instead: ReactNode; children: ReactNode },
  { error: unknown }
> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!isMissingChunkError(error)) throw error;
    return this.props.instead;
  }
}

/** The notice in place of content whose code could not be fetched. */
export function MissingChunkNotice() {
  const [tried, setTried] = useState(false);
  const retry = async () => {
    if (!(await reloadForMissingChunk())) setTried(true);
  };
  return (
    <FetchFailedNotice
      onRetry={retry}
      offline={<Trans>This part of the page needs a connection once. Nothing was lost.</Trans>}
    >
      {tried ? (
        <Trans>You are still offline. What you saved on this phone is safe.</Trans>
      ) : (
        <Trans>This part of the page could not be loaded.</Trans>
      )}
    </FetchFailedNotice>
  );
}

function MissingChunkReport({ onMissing }: { onMissing: () => void }) {
  const { t } = useLingui();
  const isOffline = useOffline();
  const report = () => {
    notify({
      tone: 'saved',
      title: t`This could not be opened`,
      text: t`It needs a connection once. Nothing was lost.`,
      ...(!isOffline && { action: { label: t`Retry`, run: () => void reloadForMissingChunk() } }),
    });
    onMissing();
  };
  const latest = useRef(report);
  useEffect(() => latest.current(), []);
  return null;
}
