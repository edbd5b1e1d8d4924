import { useEffect, useState, useSyncExternalStore } from 'react';
import { onBrowserEvents } from '#client/browser-events.ts';
import { useSession } from '#client/session/session.ts';
import { type PendingChange, useReportSaved } from '#client/ui/messages/toasts.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { MemberOutbox } from '#sync/outbox/other-member-outboxes.ts';
import {
  chipStatusOf,
  type ChipStatus,
  type Reachability,
  type SessionState,
} from '#sync/status.ts';
import { useMemberRows } from '../member-row-queries.ts';
import { useEngineValue, useEngineState } from './engine-state.ts';
import { awaitOperationState } from '../outbox/operation-message.ts';
import { getNoteStorage, storageState, useDevice } from './device.tsx';
import { useLostOperations } from './storage.ts';

/** The reachability of the server at the last request. */
export function useReachability(): Reachability {
  const { failure } = useEngineState();
  const known = useEngineValue(({ reachability }) => reachability, 'unknown');
  const network = useHasNetwork();
  if (failure !== undefined) return 'offline';
  // Before the first request only the browser can report that there is no network.
  return known === 'unknown' && !network ? 'offline' : known;
}

/** True if the browser reports a network, even if the server is unreachable. */
export function useHasNetwork(): boolean {
  return useSyncExternalStore(onNetworkChange, () => navigator.onLine);
}

/**
 * Returns a function that reports a change as saved on this device. If the server responds at once,
 * only the server's result is reported.
 */
export function useReportSavedUnlessAnswered(): ReturnType<typeof useReportSaved> {
  const reachability = useReachability();
  const reportSaved = useReportSaved();
  const { member } = useDevice();
  return (text, pending) => {
    if (reachability !== 'online' || !navigator.onLine) return reportSaved(text, pending);
    const { operation, undo, ...rest } = pending ?? {};
    if (!member || operation === undefined) return;
    void awaitOperationState(member.store, operation).then((state) => {
      if (state === undefined) return;
      reportSaved(text, { ...rest, operation, ...(state === 'unsent' && undo && { undo }) });
    });
  };
}

/** Returns a function that reports when a change will be sent, after its undo window. */
export function useReportDelayedChange(): (
  words: { soon: string; offline: string },
  pending: PendingChange,
) => void {
  const reachability = useReachability();
  const reportSaved = useReportSaved();
  return ({ soon, offline }, pending) =>
    reportSaved(reachability === 'online' && navigator.onLine ? soon : offline, pending);
}

const onNetworkChange = (onChange: () => void) => onBrowserEvents(['online', 'offline'], onChange);

/** The outbox in order, acknowledged operations included; undefined until it was read. */
export function useOperations(): readonly OperationRow[] | undefined {
  return useMemberRows()?.operations;
}

/** The state of this device's login after the last response. */
export function useSessionState(): SessionState {
  return useEngineValue(({ session }) => session, 'none');
}

/** The content of the status chip; undefined until the outbox was read. */
export function useChipStatus(): ChipStatus | undefined {
  const reachability = useReachability();
  const session = useSessionState();
  const operations = useOperations();
  const { lost } = useLostOperations();
  // A loss of operations has priority over any other state.
  if (lost) return { kind: 'lost', count: lost.count };
  return operations && chipStatusOf(operations, reachability, session);
}

/** How often the engine restarted a hung send loop since this page was opened. */
export function useDrainRestarts(): number {
  return useEngineValue(({ hangCount }) => hangCount, 0);
}

/** Outboxes of members who are not logged in, and a function that deletes an outbox. */
export function useOtherMemberOutboxes(): {
  queues: readonly MemberOutbox[];
  remove: (memberId: string) => Promise<void>;
} {
  const memberId = useSession()?.memberId;
  const [queues, setQueues] = useState<readonly MemberOutbox[]>([]);

  useEffect(() => {
    let isMounted = true;
    readOtherMemberOutboxes(memberId).then(
      (found) => isMounted && setQueues(found),
      // Some browsers cannot list their databases.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [memberId]);

  return {
    queues,
    remove: async (owner) => {
      const { deleteMemberOutbox } = await import('#sync/outbox/other-member-outboxes.ts');
      await deleteMemberOutbox(owner, getNoteStorage());
      setQueues(await readOtherMemberOutboxes(memberId));
    },
  };
}

/** Reads the outboxes of all members except this one. */
export async function readOtherMemberOutboxes(
  memberId: string | undefined,
): Promise<MemberOutbox[]> {
  // Databases in memory belong to this page only.
  if (storageState.location.get() === 'memory') return [];
  const { readMemberOutboxes } = await import('#sync/outbox/other-member-outboxes.ts');
  return (await readMemberOutboxes()).filter((queue) => queue.memberId !== memberId);
}
