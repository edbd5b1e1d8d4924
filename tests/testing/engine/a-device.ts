import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { type Api, createApi } from '#sync/backend/api.ts';
import { type DrainResult, type DrainDependencies, startDrain } from '#sync/drain/drain.ts';
import { workingConnection } from '#sync/drain/state.ts';
import { toOptimisticTips, type OptimisticTip } from '#sync/optimistic-rows.ts';
import { MemberStore } from '#sync/storage/member-store.ts';
import type { OperationKind, PayloadOf } from '#sync/operations/registry.ts';
import { queueOperation, type EnqueueRequest, readOutbox } from '#sync/outbox/outbox.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { pingBackend } from '#sync/backend/ping.ts';
import { PublicStore } from '#sync/storage/public-store.ts';
import { refreshCollection, type RefreshTarget } from '#sync/refresh/collections.ts';
import type { RefreshOutcome } from '#sync/refresh/refresh-dependencies.ts';
import type { SessionState } from '#sync/status.ts';
import { memberId, tokenOf } from './samples.ts';
import { virtualClock, type VirtualClock } from '../clock/virtual-clock.ts';
import { type Backend, touchlineBackend } from '#sync/backend/backend.ts';

/** The databases of one browser, in memory. */
export function databases(owner = memberId, indexedDB: IDBFactory = new IDBFactory()) {
  const options = { indexedDB, IDBKeyRange };
  return {
    indexedDB,
    publicStore: new PublicStore(options),
    store: new MemberStore(owner, options),
  };
}

type DeviceParts = {
  url: string;
  owner?: string;
  token?: () => string | undefined;
  backend?: Backend;
  session?: () => SessionState;
  indexedDB?: IDBFactory;
  clock?: VirtualClock;
  drain?: Partial<DrainDependencies>;
};

/**
 * A member's phone with real databases, a real connection to a server, and a clock that the test
 * moves.
 */
export function aDevice({ url, owner = memberId, indexedDB, ...parts }: DeviceParts) {
  const { clock = virtualClock(), backend = touchlineBackend } = parts;
  const token = parts.token ?? (() => tokenOf(owner));
  const stored = databases(owner, indexedDB);
  const outcomes: string[] = [];
  const api: Api = createApi({
    baseUrl: url,
    origin: url,
    fetch,
    token,
    clock,
    backend: () => backend,
  });
  // The connection starts as working; a test of the first ping replaces this state.
  let connectionState = workingConnection;

  async function drains(more: Partial<DrainDependencies> = {}): Promise<DrainResult> {
    const end = await startDrain({
      memberId: owner,
      store: stored.store,
      api,
      ping: () => pingBackend(api, backend),
      token,
      backend: () => backend,
      session: parts.session ?? (() => 'signed-in'),
      connectionState,
      clock,
      random: () => 0.5,
      onOutcome: ({ kind, state }) => outcomes.push(`${kind} ${state}`),
      ...parts.drain,
      ...more,
    }).done;
    connectionState = end.connectionState;
    return end;
  }

  async function refreshes(
    target: RefreshTarget,
    onRepaired?: (row: OperationRow) => void,
  ): Promise<RefreshOutcome> {
    const { publicStore, store: memberStore } = stored;
    const member = { memberId: owner, memberStore };
    const shared = { api, backend, now: clock.now, publicStore, ...member };
    return refreshCollection({ ...shared, onRepaired }, target);
  }

  return {
    ...stored,
    api,
    clock,
    outcomes,
    drains,
    queues: <Kind extends OperationKind>(
      kind: Kind,
      payload: PayloadOf<Kind>,
      more: { baseVersion?: number } = {},
    ): Promise<OperationRow> =>
      queued(stored.store, { memberId: owner, kind, payload, now: clock.now(), ...more }),
    pulls: (onRepaired?: (row: OperationRow) => void) => refreshes({ what: 'own' }, onRepaired),
    refreshes,
    outbox: () => readOutbox(stored.store),
    states: async () => (await readOutbox(stored.store)).map(({ state }) => state),
    /** Returns the tips as a screen shows them. */
    sees: async (): Promise<OptimisticTip[]> =>
      toOptimisticTips(await stored.store.tips.toArray(), await readOutbox(stored.store)),
  };
}

/** Queues an operation in front of the outbox, so that it is sent next. */
export async function queued<Kind extends OperationKind>(
  store: MemberStore,
  change: EnqueueRequest<Kind>,
): Promise<OperationRow> {
  const row = await queueOperation(store, change);
  if (!row) throw new Error('It has cancelled out with what was never sent.');
  return row;
}
