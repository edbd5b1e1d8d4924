import { pathOf } from './api.ts';
import {
  type DrainCommand,
  type DrainState,
  failuresUntilPing,
  mostInFlight,
} from './drain-state.ts';
import { understand } from './operations/registry.ts';
import type { FrozenRequest, OperationRow } from './outbox-store.ts';

/** What to start next, and when to look again. */
export function plan(
  state: DrainState,
  now: number,
): { state: DrainState; commands: DrainCommand[] } {
  if (state.closing || state.session !== 'signed-in') return { state, commands: [] };
  const heads = headsOf(state);
  if (heads.length === 0) return { state, commands: [] };

  if (state.backend === 'unknown' || state.failures >= failuresUntilPing) {
    if (state.ping.busy || state.flight.size > 0) return { state, commands: [] };
    if (state.ping.nextAt > now) {
      return { state, commands: [{ type: 'wake', at: state.ping.nextAt }] };
    }
    return {
      state: { ...state, ping: { ...state.ping, busy: true } },
      commands: [{ type: 'ping' }],
    };
  }

  const ready = heads.filter((row) => readyAt(row, state) <= now).toSorted(mostUrgentFirst);
  const chosen = ready.slice(0, Math.max(mostInFlight - state.flight.size, 0));
  const waiting = heads.filter((row) => !ready.includes(row)).map((row) => readyAt(row, state));
  const started = chosen.reduce(start, { state, commands: [] });
  if (waiting.length > 0) started.commands.push({ type: 'wake', at: Math.min(...waiting) });
  return started;
}

type Started = { state: DrainState; commands: DrainCommand[] };

function start({ state, commands }: Started, row: OperationRow): Started {
  const request = row.sent ?? freeze(row, state);
  const replace = (changed: OperationRow) =>
    state.operations.map((candidate) => (candidate.id === row.id ? changed : candidate));
  if (!request) {
    const blocked: OperationRow = { ...row, state: 'blocked', blockedBy: 'update' };
    return {
      state: { ...state, operations: replace(blocked) },
      commands: [...commands, { type: 'write', rows: [blocked] }],
    };
  }

  const sending: OperationRow = {
    ...row,
    state: 'sending',
    sentEver: true,
    sent: request,
    attempts: row.attempts + 1,
  };
  return {
    state: {
      ...state,
      operations: replace(sending),
      flight: new Map(state.flight).set(row.id, row.lane),
    },
    commands: [...commands, { type: 'send', row: sending, request }],
  };
}

/** The bytes of an operation, decided once; `undefined` when this build does not know how. */
function freeze(row: OperationRow, state: DrainState): FrozenRequest | undefined {
  const understood = understand(row);
  if (typeof understood !== 'object') return undefined;
  const foreign = state.backend === 'foreign';
  const { route, params, query, body } = understood.operation.request(understood.payload, {
    entityId: row.entityId,
    foreign,
  });
  const ifMatch = foreign ? undefined : versionSeen(row, state);
  return {
    method: route.method,
    path: pathOf(route, params, query),
    body: JSON.stringify(body ?? {}),
    ...(ifMatch !== undefined && { ifMatch }),
  };
}

/** What the person saw, or what our own earlier change of the same lane has made of it since. */
function versionSeen(row: OperationRow, { operations }: DrainState): number | undefined {
  const ownChanges = operations
    .filter(({ lane, seq, state }) => lane === row.lane && seq < row.seq && state === 'acked')
    .map(({ ack }) => ack?.version);
  const versions = [row.baseVersion, row.laneVersion, ...ownChanges].filter(
    (version) => version !== undefined && version > 0,
  );
  return versions.length === 0 ? undefined : Math.max(...versions.map(Number));
}

/** The first operation of each lane that is not done, where it may be tried at all. */
function headsOf({ operations, flight, memberId }: DrainState): OperationRow[] {
  const done = new Set(operations.filter(({ state }) => state === 'acked').map(({ id }) => id));
  const owed = new Set(operations.map(({ id }) => id));
  const busy = new Set(flight.values());
  const heads: OperationRow[] = [];
  for (const row of operations.toSorted((one, other) => one.seq - other.seq)) {
    if (row.state === 'acked' || busy.has(row.lane)) continue;
    busy.add(row.lane);
    const mayGo = row.state === 'pending' || row.state === 'unknown';
    const depsMet = row.deps.every((dep) => done.has(dep) || !owed.has(dep));
    if (mayGo && depsMet && row.memberId === memberId) heads.push(row);
  }
  return heads;
}

function readyAt(row: OperationRow, state: DrainState): number {
  return Math.max(row.nextAt, row.notBefore, state.notBefore);
}

/** Tips on games that start soon go first; the rest in the order they were done. */
function mostUrgentFirst(one: OperationRow, other: OperationRow): number {
  const apart = deadlineOf(one) - deadlineOf(other);
  return Number.isNaN(apart) || apart === 0 ? one.seq - other.seq : apart;
}

// Reading a payload costs more than all else a plan does, and payloads never change.
const deadlines = new WeakMap<object, number>();

function deadlineOf(row: OperationRow): number {
  const { payload } = row;
  if (typeof payload !== 'object' || payload === null) return Infinity;
  const known = deadlines.get(payload);
  if (known !== undefined) return known;
  const understood = understand(row);
  const deadline =
    typeof understood === 'object'
      ? (understood.operation.deadline?.(understood.payload) ?? Infinity)
      : Infinity;
  deadlines.set(payload, deadline);
  return deadline;
}
