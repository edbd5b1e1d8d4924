import type { DrainState } from '#sync/drain/state.ts';
import { isSameRequest } from '#sync/drain/writes.ts';
import type { FrozenRequest, OperationRow } from '#sync/outbox/operation-row.ts';
import { hasCommonSubject } from '#sync/outbox/subjects.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';

/** A request in flight. */
export type OnItsWay = {
  row: OperationRow;
  request: FrozenRequest;
  /** The member whose token the request carries. */
  sentAs: string;
  /** True while the process that sent the request waits for the response. */
  awaited: boolean;
};

/** The server's stored decision about an operation, with the request it decided on. */
type Decision = { id: string; taken: boolean; request: FrozenRequest };

/** Input of the invariants: a device, its requests and the server. */
export type World = {
  /** All operations whose storage was confirmed to the member, as they were queued. */
  promised: readonly OperationRow[];
  /** Ids of operations that the member has discarded. */
  dropped: readonly string[];
  /** Ids of operations that were merged into a later one, or cancelled by it. */
  joined: readonly string[];
  store: readonly OperationRow[];
  /** The running drains; `settled` is true if all outcomes of the drain are stored. */
  drains: readonly { state: DrainState; settled: boolean }[];
  onTheirWay: readonly OnItsWay[];
  server: {
    decisions: readonly Decision[];
    /** Ids of the operations that took effect, in order; an id is repeated if its operation ran twice. */
    effects: readonly string[];
    /** The cursor after each decision of the server. */
    history: readonly { cursor: number; id: string; taken: boolean }[];
  };
  base: { cursor: number; contains: readonly string[] };
  /** Ids of the operations whose effect is visible. */
  seen: readonly string[];
  /** For each process, whether it may queue an operation now. */
  mayEnqueue: readonly boolean[];
  now: number;
};

/** A condition that must hold in every state; returns a description of a violation. */
type Invariant = (world: World) => string | undefined;

const isRefused = ({ state }: OperationRow) => state === 'rejected' || state === 'conflict';

/** I2: any tab or worker may queue an operation at any time, without a lock. */
const queueingNeedsNobody: Invariant = ({ mayEnqueue }) =>
  mayEnqueue.every(Boolean) ? undefined : 'a process may not queue';

/**
 * I3: an operation leaves the outbox only if the server rows contain it or the member discards it.
 */
const nothingIsLost: Invariant = ({ promised, dropped, joined, store, base }) => {
  const lost = promised.find(
    ({ id }) =>
      ![...dropped, ...joined].includes(id) &&
      !base.contains.includes(id) &&
      !store.some((row) => row.id === id),
  );
  return lost && `${lost.kind} is lost`;
};

/** I4: the bytes and the key of an operation never change after it may have been sent. */
const bytesAreFrozen: Invariant = ({ store, onTheirWay, server, promised }) => {
  for (const { id } of onTheirWay.map(({ row }) => row)) {
    if (!promised.some((row) => row.id === id)) return `${id} goes by another key`;
  }
  const seenRequests = [
    ...server.decisions,
    ...onTheirWay.map(({ row, request }) => ({ id: row.id, request })),
    ...store.flatMap(({ id, sent }) => (sent ? [{ id, request: sent }] : [])),
  ];
  for (const [index, one] of seenRequests.entries()) {
    const other = seenRequests.find(({ id }, position) => position < index && id === one.id);
    if (other && !isSameRequest(one.request, other.request)) return `${one.id} has other bytes`;
  }
  const unmarked = onTheirWay.find(({ row }) =>
    store.some(({ id, sentEver }) => id === row.id && !sentEver),
  );
  return unmarked && `${unmarked.row.kind} has left, and the disk does not know`;
};

/** I5: at most one request is in flight. */
const requestsGoOneByOne: Invariant = ({ onTheirWay }) => {
  const awaited = onTheirWay.filter((one) => one.awaited);
  return awaited.length > 1 ? `${awaited.length} requests are under way` : undefined;
};

/** I6: an operation is sent only after every earlier unfinished operation with a common subject. */
const subjectsGoInOrder: Invariant = ({ onTheirWay, store, promised }) => {
  for (const { row, awaited } of onTheirWay) {
    const earlier = store.find(
      (other) =>
        awaited &&
        other.seq < row.seq &&
        other.state !== 'acked' &&
        hasCommonSubject(asQueued(other, promised), asQueued(row, promised)),
    );
    if (earlier) return `${row.kind} goes before ${earlier.kind}`;
  }
  return undefined;
};

/** The operation as it was queued, so that a planted bug cannot change it. */
function asQueued(row: OperationRow, promised: readonly OperationRow[]): OperationRow {
  return promised.find(({ id }) => id === row.id) ?? row;
}

/** I7: an operation waits only for earlier unfinished operations with a common subject. */
const readyOperationsAreSent: Invariant = ({ drains, now }) => {
  for (const { state } of drains) {
    if (state.closing || state.session !== 'signed-in' || state.failures >= 3) continue;
    if (state.backend !== touchlineBackend || state.flight.size > 0) continue;
    const idle = state.operations.find((row) => mayGo(row, state, now));
    if (idle) return `${idle.kind} could go and does not`;
  }
  return undefined;
};

/** I8: an operation takes effect at most once, however often it is sent. */
const effectsAreSingle: Invariant = ({ server }) => {
  const twice = server.effects.find((id, index) => server.effects.indexOf(id) !== index);
  return twice && `${twice} took effect twice`;
};

/** I9: no operation is sent with the login of another member. */
const nobodySendsForAnother: Invariant = ({ onTheirWay }) => {
  const wrong = onTheirWay.find(({ row, sentAs }) => row.memberId !== sentAs);
  return wrong && `${wrong.row.kind} is sent as somebody else`;
};

/** I10: a login, an address, the connection, a limit or the storage never make an operation refused. */
const onlyTheServerRefuses: Invariant = ({ store, drains, server }) => {
  const rows = [...store, ...drains.flatMap(({ state }) => [...state.operations])];
  const refused = rows.find(
    (row) => isRefused(row) && !server.decisions.some(({ id, taken }) => id === row.id && !taken),
  );
  return refused && `${refused.kind} is refused, and the server has not refused it`;
};

/** I11: only a verified response acknowledges an operation. */
const onlyTheServerTakes: Invariant = ({ store, drains, server }) => {
  const rows = [...store, ...drains.flatMap(({ state }) => [...state.operations])];
  const taken = rows.find(
    ({ id, state }) =>
      state === 'acked' && !server.decisions.some((one) => one.id === id && one.taken),
  );
  return taken && `${taken.kind} is acknowledged, and the server has not taken it`;
};

/** I12: an outcome counts as known only after it is stored. */
const unstoredOutcomesAreUnknown: Invariant = ({ store, drains }) => {
  for (const { state, settled } of drains) {
    if (!settled) continue;
    const believed = state.operations.find(
      (row) =>
        (row.state === 'acked' || isRefused(row)) &&
        store.some(
          (stored) => stored.id === row.id && stored.state !== 'acked' && !isRefused(stored),
        ),
    );
    if (believed) return `${believed.kind} is ${believed.state} only in memory`;
  }
  return undefined;
};

/** I13 and I16: a change is visible from the tap until it is refused or discarded. */
const nothingFlickers: Invariant = ({ promised, dropped, store, seen, base }) => {
  const hidden = promised.find((row) => {
    if (dropped.includes(row.id) || seen.includes(row.id)) return false;
    if (base.contains.includes(row.id)) return true;
    return !store.some(
      (other) =>
        isRefused(other) &&
        (other.id === row.id || (other.seq < row.seq && hasCommonSubject(other, row))),
    );
  });
  return hidden && `${hidden.kind} has gone from view`;
};

/** I15: the server rows on the phone are exactly those up to the cursor. */
const theCursorCoversItsRows: Invariant = ({ base, server }) => {
  const covered = server.history.filter(({ cursor, taken }) => taken && cursor <= base.cursor);
  const missing = covered.find(({ id }) => !base.contains.includes(id));
  if (missing) return `the cursor is ahead of ${missing.id}`;
  const early = base.contains.find((id) => !covered.some((one) => one.id === id));
  return early && `${early} is in base, and the cursor is behind it`;
};

/** I15, between two states: the cursor never decreases. */
export function theCursorNeverFalls(before: World, after: World): string | undefined {
  return after.base.cursor < before.base.cursor ? 'the cursor has fallen' : undefined;
}

/** The invariants that the explorer checks in every reachable state. */
export const invariants: Readonly<Record<string, Invariant>> = {
  I2: queueingNeedsNobody,
  I3: nothingIsLost,
  I4: bytesAreFrozen,
  I5: requestsGoOneByOne,
  I6: subjectsGoInOrder,
  I7: readyOperationsAreSent,
  I8: effectsAreSingle,
  I9: nobodySendsForAnother,
  I10: onlyTheServerRefuses,
  I11: onlyTheServerTakes,
  I12: unstoredOutcomesAreUnknown,
  'I13, I16': nothingFlickers,
  I15: theCursorCoversItsRows,
};

function mayGo(row: OperationRow, state: DrainState, now: number): boolean {
  return (
    (row.state === 'pending' || row.state === 'unknown') &&
    Math.max(row.nextAt, row.notBefore, state.notBefore) <= now &&
    !state.operations.some(
      (other) => other.state !== 'acked' && other.seq < row.seq && hasCommonSubject(other, row),
    )
  );
}
