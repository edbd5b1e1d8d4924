import { useMemo } from 'react';
import { type DiscardedChange, reportTooLate } from '#client/ui/messages/toasts.ts';
import type { Tip } from '#contract/tips.ts';
import type { TimeOutLength } from '#domain/time-out.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import { type Device, useDevice } from '../device/device.tsx';
import { noteUsefulAction } from '../device/install.ts';
import { loadEffects } from '../member-row-queries.ts';
import type * as Queue from './queue.ts';
import { useRunning, type Running } from '../device/running.ts';
import { serverNow } from '../device/server-time.ts';
import { noteRecentAction } from './recent-actions.ts';

/** Actions of a member. Each resolves once its change is stored on this device. */
export type Actions = {
  /** Queues a change. Returns its operation's id, or undefined if it cancels out an unsent one. */
  enqueue: <Kind extends OperationKind>(
    kind: Kind,
    payload: PayloadOf<Kind>,
    details?: Queue.Details,
  ) => Promise<string | undefined>;
  /** Posts the slip, or a single game without the slip. */
  postTip: (game?: Queue.GameTip) => Promise<Queue.Posting>;
  /** Copies a tip into the own saved tips; returns the copy's id. */
  copyTip: (tip: Tip) => Promise<string>;
  /** Copies a tip and books the copy; returns the copy's id. */
  bookCopy: (tip: Tip) => Promise<string>;
  /** Begins a time-out or extends a running one; it cannot be undone. */
  takeTimeOut: (length: TimeOutLength) => Promise<void>;
  retry: (operationId: string) => Promise<void>;
  /** Returns undefined if the operation no longer existed. */
  discard: (operationId: string) => Promise<DiscardedChange | undefined>;
  /** Discards an operation that was never sent, or reports that it is too late. */
  takeBack: (operationId: string) => Promise<DiscardedChange | undefined>;
  /** Makes several changes in one transaction. */
  together: (make: (changes: Queue.Changes) => Promise<void>) => Promise<void>;
};

/** The actions of the logged-in member. The queue's code loads with the first of them. */
export function useActions(): Actions {
  const device = useDevice();
  const { engine } = useRunning();
  return useMemo(() => actions(device, engine), [device, engine]);
}

function actions(device: Device, engine: Running['engine']): Actions {
  const load = async () => (await Promise.all([import('./queue.ts'), loadEffects()]))[0];
  const withQueue = async <Value>(run: (queue: typeof Queue) => Promise<Value>) => {
    const value = await run(await load());
    if (engine?.reachability.get() === 'online') operationsIn(value).forEach(noteRecentAction);
    engine?.nudge();
    return value;
  };
  /** Runs an action, unless a time-out locks operations of its kind. */
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
    if (operationsIn(posted).length > 0) noteUsefulAction();
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
    takeTimeOut: (length) =>
      withQueue(({ takeTimeOut }) => {
        const backend = engine?.backend.get();
        return takeTimeOut(device, { length, now: serverNow(engine), backend });
      }),
    async retry(id) {
      await withQueue(async ({ retry }) => {
        await retry(device, id, serverNow(engine));
        return id;
      });
    },
    discard: async (id) => restorable(await withQueue(({ drop }) => drop(device, id))),
    async takeBack(id) {
      const dropped = await withQueue(({ drop }) => drop(device, id, 'unsent'));
      if (!dropped) reportTooLate();
      return restorable(dropped);
    },
    async together(make) {
      await withQueue(({ together }) => together(device, serverNow(engine), make));
    },
  };
}

/** Ids of the queued operations whose responses a person waits for. */
function operationsIn(queued: unknown): string[] {
  if (Array.isArray(queued)) return queued.filter((id) => typeof id === 'string');
  if (typeof queued === 'string') return [queued];
  const isPosting = typeof queued === 'object' && queued !== null && 'postedId' in queued;
  return isPosting && typeof queued.postedId === 'string' ? [queued.postedId] : [];
}
