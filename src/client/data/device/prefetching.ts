import { waitUntilIdle } from '#client/startup/first-screen.ts';
import { onBrowserEvents } from '#client/browser-events.ts';
import type { Engine } from '#sync/engine.ts';
import type { Device } from './device.tsx';

/** The browser's information about the connection; only Chromium provides it. */
type NetworkInformation = EventTarget & {
  saveData?: boolean;
  metered?: boolean;
  effectiveType?: string;
};

const slowTypes: ReadonlySet<string | undefined> = new Set(['slow-2g', '2g', '3g']);

/**
 * Fetches rows for offline use while the page is visible and online, on a connection that is
 * neither metered nor slow; starts again after a change of these conditions. Returns a function
 * that stops prefetching.
 */
export function prefetchInIdleTime(engine: Engine, { publicStore, member }: Device): () => void {
  if (member === undefined) return () => undefined;
  let isEnded = false;
  let isRunning = false;

  const canPrefetch = () =>
    !isEnded &&
    document.visibilityState === 'visible' &&
    navigator.onLine &&
    engine.reachability.get() === 'online' &&
    engine.backend.get() !== undefined &&
    engine.session.get() !== 'refused' &&
    !isCostly(readNetworkInformation());
  const run = async () => {
    await waitUntilIdle();
    const { prefetchRows } = await import('#sync/refresh/prefetch.ts');
    await prefetchRows({
      publicStore,
      memberStore: member.store,
      memberId: member.id,
      backend: engine.backend.get,
      hasSeparateLeagues: engine.hasSeparateLeagues,
      refresh: engine.refresh,
      now: engine.serverNow,
      async canContinue() {
        await waitUntilIdle();
        return canPrefetch();
      },
    });
  };
  const start = async () => {
    if (isRunning || !canPrefetch()) return;
    isRunning = true;
    // Loading code or reading databases may fail; the next change of the connection retries.
    await run().catch(() => undefined);
    isRunning = false;
  };
  const endWatch = watchConnection(engine, () => void start());
  void start();
  return () => {
    isEnded = true;
    endWatch();
  };
}

/** Calls `onChange` when the conditions may have changed; returns the unsubscribe function. */
function watchConnection(engine: Engine, onChange: () => void): () => void {
  const network = readNetworkInformation();
  network?.addEventListener('change', onChange);
  const watches = [
    onBrowserEvents(['visibilitychange', 'online'], onChange),
    engine.reachability.subscribe(onChange),
    engine.backend.subscribe(onChange),
  ];
  return () => {
    for (const endWatch of watches) endWatch();
    network?.removeEventListener('change', onChange);
  };
}

/** A cellular network alone is not costly, because many members have no other network. */
function isCostly(network: NetworkInformation | undefined): boolean {
  return (
    network !== undefined &&
    (network.saveData === true || network.metered === true || slowTypes.has(network.effectiveType))
  );
}

function readNetworkInformation(): NetworkInformation | undefined {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return connection instanceof EventTarget ? connection : undefined;
}
