import { useMemo } from 'react';
import { type DiscardedChange, reportUndoTooLate } from '#client/ui/messages/toasts.ts';
import type { Tip } from '#contract/tips.ts';
import type { TimeOutLength } from '#domain/time-out.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import { type Device, useDevice } from '../device/device.tsx';
import { markUsefulAction } from '../device/install.ts';
import { loadOptimisticViews } from '../member-row-queries.ts';
import type * as Queue from './queue.ts';
import { useEngineState, type EngineState } from '../device/engine-state.ts';
import { serverNow } from '../device/server-time.ts';
import { addRecentAction } from './recent-actions.ts';

/** The actions of a member. Each action resolves once its change is stored on this device. */
export type OutboxActions = {
  /** Resolves to the operation's id, or to undefined if the change only cancelled an unsent one. */
  enqueue: <Kind extends OperationKind>(
    kind: Kind,
    payload: PayloadOf<Kind>,
    details?: Queue.EnqueueOptions,
  ) => Promise<string | undefined>;
  /** Posts the slip, or a single game without using the slip. */
  postTip: (game?: Queue.SingleGameTip) => Promise<Queue.PostResult>;
  /** Copies a tip to the member's saved tips; resolves to the copy's id. */
  copyTip: (tip: Tip) => Promise<string>;
  /** Copies a tip and books the copy; resolves to the copy's id. */
  bookCopy: (tip: Tip) => Promise<string>;
  /** Starts a time-out or extends a running one; this cannot be undone. */
  startTimeOut: (length: TimeOutLength) => Promise<void>;
  retry: (operationId: string) => Promise<void>;
  /** Resolves to undefined if the operation no longer exists. */
  discard: (operationId: string) => Promise<DiscardedChange | undefined>;
  /** Discards an operation that was never sent; shows a message if it was sent meanwhile. */
  discardUnsent: (operationId: string) => Promise<DiscardedChange | undefined>;
  /** Makes several changes in one transaction. */
  runChangeTransaction: (
    make: (changes: Queue.ChangeTransaction) => Promise<void>,
  ) => Promise<void>;
};

/** The actions of the logged-in member. The code of the queue loads with the first action. */
export function useOutboxActions(): OutboxActions {
  const device = useDevice();
  const { engine } = useEngineState();
  return useMemo(() => createOutboxActions(device, engine), [device, engine]);
}

function createOutboxActions(device: Device, engine: EngineState['engine']): OutboxActions {
  const load = async () => (await Promise.all([import('./queue.ts'), loadOptimisticViews()]))[0];
  const withQueue = async <Value>(run: (queue: typeof Queue) => Promise<Value>) => {
    const value = await run(await load());
    if (engine?.reachability.get() === 'online') findOperationIds(value).forEach(addRecentAction);
    engine?.sendPending();
    return value;
  };
  /** Runs an action, unless a time-out locks this kind of operation. */
  const locked = async <Value>(
    kind: OperationKind,
    run: (queue: typeof Queue) => Promise<Value>,
  ) => {
    const { refuseInTimeOut } = await load();
    await refuseInTimeOut(device.member, kind, serverNow(engine));
    return withQueue(run);
  };
  const post = async <Value>(run: (queue: typeof Queue) => Promise<Value>) => {
    const posted = await locked('tip.post', run);
    if (findOperationIds(posted).length > 0) markUsefulAction();
    return posted;
  };
  const restorable = (discarded: DiscardedChange | undefined) =>
    discarded && { ...discarded, undo: async () => withQueue(discarded.undo) };
  return {
    enqueue: (kind, payload, details) =>
      locked(
        kind,
        async ({ enqueueOperation }) =>
          (await enqueueOperation(device, kind, payload, details))?.id,
      ),
    postTip: (game) =>
      post(({ postGame, postSlip }) => {
        const now = serverNow(engine);
        return game ? postGame(device, game, now) : postSlip(device, now);
      }),
    copyTip: (tip) => post(({ copyTip }) => copyTip(device, tip)),
    bookCopy: (tip) => post(({ bookCopy }) => bookCopy(device, tip)),
    startTimeOut: (length) =>
      withQueue(({ startTimeOut }) => {
        const backend = engine?.backend.get();
        return startTimeOut(device, { length, now: serverNow(engine), backend });
      }),
    async retry(id) {
      await withQueue(async ({ retryChange }) => {
        await retryChange(device, id, serverNow(engine));
        return id;
      });
    },
    discard: async (id) =>
      restorable(await withQueue(({ discardChange }) => discardChange(device, id))),
    async discardUnsent(id) {
      const dropped = await withQueue(({ discardChange }) => discardChange(device, id, 'unsent'));
      if (!dropped) reportUndoTooLate();
      return restorable(dropped);
    },
    async runChangeTransaction(make) {
      await withQueue(({ runChangeTransaction }) =>
        runChangeTransaction(device, serverNow(engine), make),
      );
    },
  };
}

/** Collects operation ids from the result of an action, for whose responses the person waits. */
function findOperationIds(queued: unknown): string[] {
  if (Array.isArray(queued)) return queued.filter((id) => typeof id === 'string');
  if (typeof queued === 'string') return [queued];
  const isPosting = typeof queued === 'object' && queued !== null && 'postedId' in queued;
  return isPosting && typeof queued.postedId === 'string' ? [queued.postedId] : [];
}
