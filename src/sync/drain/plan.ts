import { isUndecided, isUnnamed, withoutAnalysis, withoutId } from './after-answer.ts';
import { pathOf } from '../backend/api.ts';
import {
  type DrainCommand,
  type DrainState,
  failuresUntilPing,
  maxUnbatched,
  type InFlight,
  maxBatches,
  maxInFlight,
  type BatchEntry,
} from './state.ts';
import { operationOf, parseOperation, waitsForLane } from '../operations/registry.ts';
import type { FrozenRequest, OperationRow } from '../outbox/operation-row.ts';

type Planned = { state: DrainState; commands: DrainCommand[] };

type Lane = readonly OperationRow[];

/** Plans the requests to start now, and the time of the next plan. */
export function plan(state: DrainState, now: number): Planned {
  if (state.closing || state.session !== 'signed-in') return { state, commands: [] };
  const { lanes, known } = lanesOf(state);
  // The kind of backend decides whether the member must decide.
  const undecided = state.backend === undefined && state.operations.some(isUndecided);
  if (lanes.length === 0 && undecided) return planPing(state, now, now);
  if (lanes.length === 0) return { state, commands: [] };
  const headsReadyAt = lanes.flatMap(([head]) => (head ? [readyAt(head, state)] : []));
  if (state.backend === undefined || state.failures >= failuresUntilPing) {
    return planPing(state, earliest(headsReadyAt), now);
  }

  const ready = lanes.flatMap((lane) => {
    const waiting = lane.findIndex((row) => readyAt(row, state) > now);
    return waiting === 0 ? [] : [waiting === -1 ? lane : lane.slice(0, waiting)];
  });
  const { state: started, commands } = start(state, ready, known);
  const waiting = headsReadyAt.filter((at) => at > now);
  if (waiting.length > 0) commands.push({ type: 'wake', at: earliest(waiting) });
  return { state: started, commands };
}

/** True if a drain could send something, now or later. */
export function hasWork(state: DrainState): boolean {
  return state.session === 'signed-in' && lanesOf(state).lanes.length > 0;
}

/** The ids of the due first operations of lanes. */
export function dueOf(state: DrainState, now: number): Set<string> {
  const heads = lanesOf(state).lanes.flatMap(([head]) => (head ? [head] : []));
  return new Set(heads.filter((row) => readyAt(row, state) <= now).map(({ id }) => id));
}

/** Plans a ping: with its own backoff after a failed one, otherwise when an operation is ready. */
function planPing(state: DrainState, readyFrom: number, now: number): Planned {
  const { ping } = state;
  if (ping.busy || state.flight.size > 0) return { state, commands: [] };
  const at = Math.max(ping.attempts > 0 ? ping.nextAt : readyFrom, ping.notBefore);
  if (at > now) return { state, commands: [{ type: 'wake', at }] };
  return { state: { ...state, ping: { ...ping, busy: true } }, commands: [{ type: 'ping' }] };
}

type Lanes = {
  /** The first unacknowledged operation of each lane, and those that need not wait for it. */
  lanes: Lane[];
  /** Facts about each lane from its acknowledged operations. */
  known: ReadonlyMap<string, LaneKnown>;
};

/** The version after this device's changes in a lane, and the backend's id of its subject. */
type LaneKnown = { version: number; entityId?: string | undefined; unnamed: boolean };

/** Sorts the outbox into lanes in one pass: a queue may be long, and this runs often. */
function lanesOf({ operations, flight, memberId, backend }: DrainState): Lanes {
  const pending = pendingIds(operations);
  const needy = pendingIds(operations.filter(needsItsPerson));
  const passed: OperationRow[] = [];
  const stopped = new Set([...flight.values()].map(({ lane }) => lane));
  const moving = new Set<string>();
  // Lanes of operations executed by the server that this device's rows do not contain yet.
  const done = new Set<string>();
  const known = new Map<string, LaneKnown>();
  const lanes = new Map<string, OperationRow[]>();

  for (const row of operations) {
    if (row.state === 'acked') {
      known.set(row.lane, afterDone(known.get(row.lane), row, backend));
      if (operationOf(row)?.rows === 'desk') done.add(row.lane);
      continue;
    }
    if (flight.has(row.id)) moving.add(row.lane);
    if (stopped.has(row.lane)) continue;
    // Operations that depend on one blocked by a decision hold up only those about the same thing.
    const isBehind = row.deps.some((dep) => needy.has(dep));
    if (isBehind ? touchedBy(row).length > 0 : passed.some((one) => areAboutSame(one, row))) {
      passed.push(row);
      continue;
    }
    const isOpen = row.state === 'pending' || row.state === 'unknown';
    // Operations blocked by anything but the member continue as soon as that ends.
    const isBlocked = row.state === 'blocked' && row.blockedBy !== 'person';
    const needsNobody =
      (isOpen || isBlocked) &&
      row.memberId === memberId &&
      !row.deps.some((dep) => pending.has(dep));
    const mayGo = isOpen && needsNobody && !waitsForOne(row, moving, done);
    // An operation that waits for one in motion is in motion too, since others wait for it.
    if (needsNobody) moving.add(row.lane);
    const lane = lanes.get(row.lane);
    // failpoint: order-lost-after-failure
    if (mayGo && !lane) lanes.set(row.lane, [row]);
    else if (mayGo && lane && goesByNoVersion(row, known)) lane.push(row);
    else stopped.add(row.lane);
  }
  return { lanes: [...lanes.values()], known };
}

function needsItsPerson({ state, blockedBy }: OperationRow): boolean {
  if (state === 'conflict' || state === 'rejected' || state === 'unreadable') return true;
  return state === 'blocked' && blockedBy === 'person';
}

/** True if two operations of a lane have a ticket or fixture in common. */
function areAboutSame(one: OperationRow, other: OperationRow): boolean {
  const touched = new Set(one.lane === other.lane ? touchedBy(one) : []);
  return touchedBy(other).some((lane) => touched.has(lane));
}

/** The lanes that an operation of the desk changes; empty for any other operation. */
function touchedBy(row: OperationRow): string[] {
  const parsed = operationOf(row)?.about === 'desk' ? parseOperation(row) : undefined;
  if (typeof parsed !== 'object' || parsed.operation.about !== 'desk') return [];
  return parsed.operation.touches(parsed.payload);
}

/**
 * True if it must wait for an earlier operation in a lane without a pending decision; a change of
 * one ticket also waits until its row contains changes made to all tickets of the fixture.
 */
function waitsForOne(
  row: OperationRow,
  moving: ReadonlySet<string>,
  done: ReadonlySet<string>,
): boolean {
  const isSeen = operationOf(row)?.rows === 'others' && row.baseVersion !== undefined;
  const lanes = isSeen ? [...moving, ...done] : [...moving];
  return lanes.some((lane) => waitsForLane(row, lane));
}

function afterDone(
  before: LaneKnown = { version: 0, unnamed: false },
  done: OperationRow,
  backend: DrainState['backend'],
): LaneKnown {
  return {
    version: Math.max(before.version, done.ack?.version ?? 0),
    entityId: done.entityId ?? before.entityId,
    unnamed: before.unnamed || (backend?.kind === 'spec' && isUnnamed(done)),
  };
}

/** All ids, current and former, of unacknowledged operations. */
function pendingIds(operations: readonly OperationRow[]): Set<string> {
  const pending = new Set<string>();
  for (const { id, state, formerly = [] } of operations) {
    if (state !== 'acked') for (const one of [id, ...formerly]) pending.add(one);
  }
  return pending;
}

/**
 * True if it is sent without a version; otherwise it waits for the version in the previous
 * response.
 */
function goesByNoVersion(row: OperationRow, known: Lanes['known']): boolean {
  return (row.sent ? row.sent.ifMatch : versionSeen(row, known)) === undefined;
}

/** The version that the member saw, or the newer one after this device's own changes. */
function versionSeen(row: OperationRow, known: Lanes['known']): number | undefined {
  const newest = Math.max(
    row.baseVersion ?? 0,
    row.laneVersion ?? 0,
    known.get(row.lane)?.version ?? 0,
  );
  return newest > 0 ? newest : undefined;
}

type Starting = {
  state: DrainState;
  known: Lanes['known'];
  changed: Map<string, OperationRow>;
  flight: Map<string, InFlight>;
  commands: DrainCommand[];
  blocked: OperationRow[];
};

/** Starts as many requests as may be in flight, the most urgent lanes first. */
function start(state: DrainState, ready: readonly Lane[], known: Lanes['known']): Planned {
  const starting: Starting = {
    state,
    known,
    changed: new Map(),
    flight: new Map(state.flight),
    commands: [],
    blocked: [],
  };
  const waiting = ready.reduce((sum, lane) => sum + lane.length, 0);
  const sharing =
    state.backend?.kind === 'touchline' && state.batchSize > 1 && waiting > maxUnbatched;
  const urgent = sortByUrgency(ready);
  for (const lane of sharing ? startBatches(starting, urgent) : urgent) {
    if (inFlight(starting).all >= maxInFlight) break;
    const [row] = lane;
    const request = row && requestOf(starting, row);
    if (request) send(starting, [{ row, request }]);
  }

  const { changed, flight, commands, blocked } = starting;
  if (blocked.length > 0) commands.unshift({ type: 'write', rows: blocked });
  if (changed.size === 0) return { state, commands };
  const operations = state.operations.map((row) => changed.get(row.id) ?? row);
  return { state: { ...state, operations, flight }, commands };
}

/** Fills as many batches as may be in flight; returns the lanes that no batch can carry. */
function startBatches(starting: Starting, ready: readonly Lane[]): Lane[] {
  const alone: Lane[] = [];
  let rest = ready;
  while (rest.length > 0) {
    const { all, batches } = inFlight(starting);
    if (all >= maxInFlight || batches >= maxBatches) break;
    const { requestBatch, remaining } = fillBatch(starting, rest, alone);
    if (requestBatch.length === 0) break;
    send(starting, requestBatch);
    rest = remaining;
  }
  return alone;
}

/** The server accepts slightly more than a megabyte, and a character has at most three bytes. */
const maxBatchCharacters = 400_000;

function fillBatch(
  starting: Starting,
  ready: readonly Lane[],
  alone: Lane[],
): { requestBatch: BatchEntry[]; remaining: Lane[] } {
  const requestBatch: BatchEntry[] = [];
  const remaining: Lane[] = [];
  let characters = 0;
  const isFull = () =>
    requestBatch.length >= starting.state.batchSize || characters >= maxBatchCharacters;

  for (const lane of ready) {
    if (isFull()) {
      remaining.push(lane);
      continue;
    }
    for (const [index, row] of lane.entries()) {
      const request = isFull() ? undefined : requestOf(starting, row);
      if (!request) break;
      if (request.file) {
        if (index === 0) alone.push(lane);
        break;
      }
      requestBatch.push({ row, request });
      characters += request.body.length;
    }
  }
  return { requestBatch, remaining };
}

function send(starting: Starting, requestBatch: readonly BatchEntry[]): void {
  const first = requestBatch[0]?.row.id;
  if (first === undefined) return;
  const marked = requestBatch.map(({ row, request }) => {
    const sending: OperationRow = {
      ...row,
      state: 'sending',
      sentEver: true,
      sent: request,
      attempts: row.attempts + 1,
    };
    const batch = requestBatch.length > 1;
    starting.flight.set(row.id, { lane: row.lane, requestBatch: first, batch, before: row });
    starting.changed.set(row.id, sending);
    return { row: sending, request };
  });
  starting.commands.push({ type: 'send', requestBatch: marked });
}

function inFlight({ flight }: Starting): { all: number; batches: number } {
  const requestBatches = new Map(
    [...flight.values()].map(({ requestBatch, batch }) => [requestBatch, batch]),
  );
  return { all: requestBatches.size, batches: [...requestBatches.values()].filter(Boolean).length };
}

/** The request of an operation; `undefined` for one that must not be sent, which is blocked. */
function requestOf(starting: Starting, row: OperationRow): FrozenRequest | undefined {
  if (row.sent) return row.sent;
  const { backend } = starting.state;
  const blocked = starting.known.get(row.lane)?.unnamed
    ? withoutId(row)
    : backend && withoutAnalysis(row, backend);
  const request = blocked ? undefined : frozen(row, starting);
  if (request) return request;
  // An operation that this build cannot send waits for a newer build.
  const blockedRow: OperationRow = blocked ?? { ...row, state: 'blocked', blockedBy: 'update' };
  starting.changed.set(row.id, blockedRow);
  starting.blocked.push(blockedRow);
  return undefined;
}

/** The operation's request; undefined if building it throws, so that other operations are sent. */
function frozen(row: OperationRow, starting: Starting): FrozenRequest | undefined {
  try {
    return freeze(row, starting);
  } catch {
    return undefined;
  }
}

/**
 * Builds the request of an operation, once; `undefined` if this build or backend has none for it.
 */
function freeze(row: OperationRow, { state, known }: Starting): FrozenRequest | undefined {
  const { backend } = state;
  if (!backend) return undefined;
  // failpoint: confirm-unseen
  const ifMatch = backend.kind === 'touchline' ? versionSeen(row, known) : undefined;
  const entityId = row.entityId ?? known.get(row.lane)?.entityId;
  const request = backend.request(row, entityId, ifMatch);
  if (!request) return undefined;
  const { route, params, query, body, form, file } = request;
  return {
    method: route.method,
    path: pathOf(route, params, query),
    body: JSON.stringify(body ?? {}),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(form && { form }),
    ...(file && { file }),
  };
}

function readyAt(row: OperationRow, state: DrainState): number {
  return Math.max(row.nextAt, row.notBefore, row.heldUntil ?? 0, state.notBefore);
}

function earliest(moments: readonly number[]): number {
  return moments.reduce((one, other) => Math.min(one, other), Infinity);
}

/** Orders tips on games that start soon first, all others by their position in the queue. */
function sortByUrgency(lanes: readonly Lane[]): Lane[] {
  const heads = lanes.flatMap((lane) => {
    const [head] = lane;
    return head ? [{ lane, seq: head.seq, deadline: deadlineOf(head) }] : [];
  });
  const sorted = heads.toSorted((one, other) =>
    one.deadline === other.deadline ? one.seq - other.seq : one.deadline - other.deadline,
  );
  return sorted.map(({ lane }) => lane);
}

// Parsing a payload is the most expensive step of a plan, and payloads never change.
const deadlines = new WeakMap<object, number>();

function deadlineOf(row: OperationRow): number {
  const { payload } = row;
  if (typeof payload !== 'object' || payload === null) return Infinity;
  const known = deadlines.get(payload);
  if (known !== undefined) return known;
  const parsed = parseOperation(row);
  const declared =
    typeof parsed === 'object' ? parsed.operation.deadline?.(parsed.payload) : undefined;
  const deadline = declared === undefined || Number.isNaN(declared) ? Infinity : declared;
  deadlines.set(payload, deadline);
  return deadline;
}
