import { useSyncExternalStore } from 'react';
import type { Backend } from '#sync/backend.ts';
import type { Capabilities } from '#sync/capabilities.ts';
import { observed } from '#sync/observable.ts';
import type { OperationRow } from '#sync/operation-row.ts';
import { chipOf, type Chip, type Reachability, type SessionStanding } from '#sync/status.ts';
import { useRunning } from './running.ts';
import { useMemberRows } from './member-rows.ts';

const unknownReach = observed<Reachability>('unknown');
const unknownBackend = observed<Backend | undefined>(undefined);
const noTimes = observed(0);
const unknownStanding = observed<SessionStanding>('none');

/** Whether the server could be reached when it was last tried. */
export function useReachability(): Reachability {
  const { engine, failure } = useRunning();
  const { reachability } = engine ?? { reachability: unknownReach };
  const told = useSyncExternalStore(reachability.subscribe, reachability.get);
  const network = useSyncExternalStore(onNetworkChange, hasNetwork);
  if (failure !== undefined) return 'offline';
  // Before anything was asked of the server, a browser without a network knows what it would hear.
  return told === 'unknown' && !network ? 'offline' : told;
}

function onNetworkChange(onChange: () => void): () => void {
  globalThis.addEventListener('online', onChange);
  globalThis.addEventListener('offline', onChange);
  return () => {
    globalThis.removeEventListener('online', onChange);
    globalThis.removeEventListener('offline', onChange);
  };
}

function hasNetwork(): boolean {
  return navigator.onLine;
}

/** Whether the backend can do something, which is not offered otherwise; undefined until it is known. */
export function useCapability(name: keyof Capabilities): boolean | undefined {
  const { backend } = useRunning().engine ?? { backend: unknownBackend };
  return useSyncExternalStore(backend.subscribe, backend.get)?.can[name];
}

/** The outbox in order, with what the server has taken already; undefined until it was read. */
export function useOperations(): readonly OperationRow[] | undefined {
  return useMemberRows()?.operations;
}

/** What the chip says; undefined until the outbox was read. */
export function useChip(): Chip | undefined {
  const reachability = useReachability();
  const { session } = useRunning().engine ?? { session: unknownStanding };
  const standing = useSyncExternalStore(session.subscribe, session.get);
  const operations = useOperations();
  return operations && chipOf(operations, reachability, standing);
}

/** How often a queue that stood still had to be set going again since this page was opened. */
export function useWatchdog(): number {
  const { watchdog } = useRunning().engine ?? { watchdog: noTimes };
  return useSyncExternalStore(watchdog.subscribe, watchdog.get);
}
