import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '#client/session/session.ts';
import { type PendingChange, useSaySaved } from '#client/ui/messages/toasts.ts';
import type { Backend } from '#sync/backend/backend.ts';
import type { Capabilities } from '#sync/backend/capabilities.ts';
import { observed } from '#sync/observable.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { MemberOutbox } from '#sync/outbox/other-member-outboxes.ts';
import { chipOf, type Chip, type Reachability, type SessionState } from '#sync/status.ts';
import { useMemberRows } from '../member-row-queries.ts';
import { useRunning } from './running.ts';
import { waitingState } from '../outbox/message-ends.ts';
import { deviceNotes, storageState, useDevice } from './device.tsx';
import { useEvicted } from './storage.ts';

const unknownReach = observed<Reachability>('unknown');
const unknownBackend = observed<Backend | undefined>(undefined);
const noTimes = observed(0);
const unknownSession = observed<SessionState>('none');

/** Whether the server could be reached when it was last tried. */
export function useReachability(): Reachability {
  const { engine, failure } = useRunning();
  const { reachability } = engine ?? { reachability: unknownReach };
  const known = useSyncExternalStore(reachability.subscribe, reachability.get);
  const network = useHasNetwork();
  if (failure !== undefined) return 'offline';
  // Before the first request the browser may know that there is no network.
  return known === 'unknown' && !network ? 'offline' : known;
}

/** Whether the browser reports a network; the server may be unreachable all the same. */
export function useHasNetwork(): boolean {
  return useSyncExternalStore(onNetworkChange, hasNetwork);
}

/**
 * Says that something was stored here, unless the server answers at once: then the message about its answer is
 * enough.
 */
export function useSaySavedOffline(): ReturnType<typeof useSaySaved> {
  const reachability = useReachability();
  const saySaved = useSaySaved();
  const { member } = useDevice();
  return (text, pending) => {
    if (reachability !== 'online' || !navigator.onLine) return saySaved(text, pending);
    const { operation, undo, ...rest } = pending ?? {};
    if (!member || operation === undefined) return;
    void waitingState(member.store, operation).then((state) => {
      if (state === undefined) return;
      saySaved(text, { ...rest, operation, ...(state === 'unsent' && undo && { undo }) });
    });
  };
}

/** Says that something is held here until its undo has passed, and when it is sent then. */
export function useSayHeld(): (
  words: { soon: string; offline: string },
  pending: PendingChange,
) => void {
  const reachability = useReachability();
  const saySaved = useSaySaved();
  return ({ soon, offline }, pending) =>
    saySaved(reachability === 'online' && navigator.onLine ? soon : offline, pending);
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

/** Whether the backend has a capability; undefined until it is known. */
export function useCapability(name: keyof Capabilities): boolean | undefined {
  const { backend } = useRunning().engine ?? { backend: unknownBackend };
  return useSyncExternalStore(backend.subscribe, backend.get)?.can[name];
}

/** The outbox in order, acknowledged operations included; undefined until it was read. */
export function useOperations(): readonly OperationRow[] | undefined {
  return useMemberRows()?.operations;
}

/** How the server took the login of this device when it was last asked. */
export function useSessionState(): SessionState {
  const { session } = useRunning().engine ?? { session: unknownSession };
  return useSyncExternalStore(session.subscribe, session.get);
}

/** What the chip says; undefined until the outbox was read. */
export function useChip(): Chip | undefined {
  const reachability = useReachability();
  const session = useSessionState();
  const operations = useOperations();
  const { lost } = useEvicted();
  // Nothing is well before its person has read what is gone.
  if (lost) return { kind: 'lost', count: lost.count };
  return operations && chipOf(operations, reachability, session);
}

/** How often sending hung and was restarted since this page was opened. */
export function useWatchdog(): number {
  const { watchdog } = useRunning().engine ?? { watchdog: noTimes };
  return useSyncExternalStore(watchdog.subscribe, watchdog.get);
}

/** The queues of members who are not logged in here, and how to delete one of them. */
export function useSealedQueues(): {
  queues: readonly MemberOutbox[];
  remove: (memberId: string) => Promise<void>;
} {
  const memberId = useSession()?.memberId;
  const [queues, setQueues] = useState<readonly MemberOutbox[]>([]);

  useEffect(() => {
    let wanted = true;
    sealedFrom(memberId).then(
      (found) => wanted && setQueues(found),
      // Not every browser lists its databases.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [memberId]);

  return {
    queues,
    remove: async (owner) => {
      const { deleteMemberOutbox } = await import('#sync/outbox/other-member-outboxes.ts');
      await deleteMemberOutbox(owner, deviceNotes());
      setQueues(await sealedFrom(memberId));
    },
  };
}

/** The queues of all other members. */
export async function sealedFrom(memberId: string | undefined): Promise<MemberOutbox[]> {
  // In memory there are no others.
  if (storageState.place.get() === 'memory') return [];
  const { readMemberOutboxes } = await import('#sync/outbox/other-member-outboxes.ts');
  return (await readMemberOutboxes()).filter((queue) => queue.memberId !== memberId);
}
