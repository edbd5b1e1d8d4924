import { untilIdle } from '#client/idle.ts';
import type { Engine } from '#sync/engine.ts';
import type { PrefetchParts } from '#sync/refresh/prefetch.ts';
import type { Device } from './device.tsx';

/** What browsers tell of the connection; Chromium alone tells it. */
type NetworkInformation = EventTarget & {
  saveData?: boolean;
  metered?: boolean;
  effectiveType?: string;
};

const slowTypes: ReadonlySet<string | undefined> = new Set(['slow-2g', '2g', '3g']);

/**
 * Prefetches for a member whenever the page is visible and online and the connection neither metered nor slow,
 * beginning anew as one of these comes true. The returned function ends that.
 */
export function prefetchInIdleTime(engine: Engine, { publicStore, member }: Device): () => void {
  if (member === undefined) return () => undefined;
  let isEnded = false;
  let isRunning = false;

  const mayPrefetch = () =>
    !isEnded &&
    document.visibilityState === 'visible' &&
    navigator.onLine &&
    engine.reachability.get() === 'online' &&
    engine.backend.get() !== undefined &&
    engine.session.get() !== 'refused' &&
    !isCostly(networkInformation());
  const run = async () => {
    await untilIdle();
    const { prefetch } = await import('#sync/refresh/prefetch.ts');
    await prefetch({
      publicStore,
      memberStore: member.store,
      memberId: member.id,
      can: () => capabilitiesOf(engine),
      refresh: engine.refresh,
      now: engine.serverNow,
      async mayContinue() {
        await untilIdle();
        return mayPrefetch();
      },
    });
  };
  const start = async () => {
    if (isRunning || !mayPrefetch()) return;
    isRunning = true;
    // Without the code or the databases, the next start tries again.
    await run().catch(() => undefined);
    isRunning = false;
  };
  const onChange = () => void start();
  const targets: [EventTarget | undefined, string][] = [
    [document, 'visibilitychange'],
    [globalThis, 'online'],
    [networkInformation(), 'change'],
  ];
  for (const [target, name] of targets) target?.addEventListener(name, onChange);
  const watches = [engine.reachability, engine.backend].map(({ subscribe }) => subscribe(onChange));
  onChange();
  return () => {
    isEnded = true;
    for (const endWatch of watches) endWatch();
    for (const [target, name] of targets) target?.removeEventListener(name, onChange);
  };
}

/** An odds service elsewhere is asked for a league only when its games are opened. */
function capabilitiesOf({ backend, oddsElsewhere }: Engine): ReturnType<PrefetchParts['can']> {
  const can = backend.get()?.can;
  return {
    feed: can?.feed === true,
    records: can?.records === true,
    fixtures: can?.fixtures === true && !oddsElsewhere,
  };
}

/** A cellular network alone does not count as metered: many members have no other. */
function isCostly(network: NetworkInformation | undefined): boolean {
  return (
    network !== undefined &&
    (network.saveData === true || network.metered === true || slowTypes.has(network.effectiveType))
  );
}

function networkInformation(): NetworkInformation | undefined {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return connection instanceof EventTarget ? connection : undefined;
}
