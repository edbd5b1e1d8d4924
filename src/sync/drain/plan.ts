import {
  isArrivalUncertain,
  isBackendIdMissing,
  blockUnsupportedAnalysis,
  blockForMissingBackendId,
} from './answer-rules.ts';
import { buildPath } from '../backend/api.ts';
import { type BatchEntry, type DrainCommand, type DrainState, failuresUntilPing } from './state.ts';
import { operationOf, parseOperation } from '../operations/registry.ts';
import type { FrozenRequest, OperationRow } from '../outbox/operation-row.ts';
import { addSubjects, hasSubjectIn, mainSubjectOf } from '../outbox/subjects.ts';

type DrainPlan = { state: DrainState; commands: DrainCommand[] };

/** Plans the request to start now, or the time to plan again if no request can start. */
export function planRequest(state: DrainState, now: number): DrainPlan {
  const idle = { state, commands: [] };
  if (state.closing || state.session !== 'signed-in' || state.flight.size > 0) return idle;
  const queue = buildQueue(state, now);
  if (queue.heads.length === 0) {
    // Only a ping shows whether the backend has keys; without keys, the member must decide.
    const undecided = state.backend === undefined && state.operations.some(isArrivalUncertain);
    return undecided ? planPing(state, now, now) : idle;
  }
  const readyTimes = queue.heads.map((row) => readyTimeOf(row, state));
  if (state.backend === undefined || state.failures >= failuresUntilPing) {
    return planPing(state, earliest(readyTimes), now);
  }
  const started = startRequest(state, queue);
  const later = readyTimes.filter((at) => at > now);
  if (started.state.flight.size === 0 && later.length > 0) {
    started.commands.push({ type: 'wake', at: earliest(later) });
  }
  return started;
}

/** True if a drain could send something, now or later. */
export function hasWork(state: DrainState): boolean {
  return state.session === 'signed-in' && buildQueue(state, Infinity).heads.length > 0;
}

/** Ids of due operations that wait for no earlier operation. */
export function listDueIds(state: DrainState, now: number): Set<string> {
  const due = buildQueue(state, now).heads.filter((row) => readyTimeOf(row, state) <= now);
  return new Set(due.map(({ id }) => id));
}

/** Plans a ping: after its own backoff if the last ping failed, else when an operation is ready. */
function planPing(state: DrainState, readyFrom: number, now: number): DrainPlan {
  const { ping } = state;
  if (ping.busy) return { state, commands: [] };
  const at = Math.max(ping.attempts > 0 ? ping.nextAt : readyFrom, ping.notBefore);
  if (at > now) return { state, commands: [{ type: 'wake', at }] };
  return { state: { ...state, ping: { ...ping, busy: true } }, commands: [{ type: 'ping' }] };
}

/** A subject's version and backend id, as known from acknowledged operations. */
type KnownSubject = { version: number; entityId?: string | undefined; unnamed: boolean };

type OperationQueue = {
  /** Operations that wait for no earlier unfinished operation, due or not. */
  heads: OperationRow[];
  /** Due operations that may be sent in one request, in order. */
  ready: OperationRow[];
  /** Versions and ids by main subject. */
  known: ReadonlyMap<string, KnownSubject>;
};

/**
 * Applies the order in one pass: an operation waits for every earlier unfinished operation with a
 * common subject, and for nothing else.
 */
function buildQueue(state: DrainState, now: number): OperationQueue {
  const heads: OperationRow[] = [];
  const ready: OperationRow[] = [];
  const known = new Map<string, KnownSubject>();
  const held = new Set<string>();
  const going = new Set<string>();
  // Subjects whose version is raised by operations already in this request.
  const changed = new Set<string>();
  // Subjects of executed desk operations whose changes this device's rows do not contain yet.
  const unseen = new Set<string>();

  for (const row of state.operations) {
    if (row.state === 'acked') {
      const main = mainSubjectOf(row);
      known.set(main, updateKnownSubject(known.get(main), row, state.backend));
      if (operationOf(row)?.rows === 'desk') addSubjects(unseen, row);
      continue;
    }
    const mayGo = isSendableState(row) && row.memberId === state.memberId;
    const waits =
      hasSubjectIn(row, held) || (isOfDisplayedTicket(row) && hasSubjectIn(row, unseen));
    const follows = hasSubjectIn(row, going);
    if (mayGo && !waits && !follows) heads.push(row);
    const isDue = mayGo && !waits && readyTimeOf(row, state) <= now;
    // failpoint: order-lost-after-failure
    if (isDue && (!hasSubjectIn(row, changed) || isSentWithoutVersion(row, known))) {
      ready.push(row);
      addSubjects(going, row);
      addSubjects(changed, changedSubjectsOf(row));
    } else addSubjects(held, row);
  }
  return { heads, ready, known };
}

/** A desk operation may change all its subjects, any other operation only its main subject. */
function changedSubjectsOf(row: OperationRow): Pick<OperationRow, 'subjects'> {
  return operationOf(row)?.rows === 'desk' ? row : { subjects: row.subjects.slice(0, 1) };
}

function isSendableState({ state }: OperationRow): boolean {
  return state === 'pending' || state === 'unknown';
}

/**
 * True for a change of another member's ticket as displayed. Responses to desk operations do not
 * contain the ticket's version, so the change waits for the ticket's row.
 */
function isOfDisplayedTicket(row: OperationRow): boolean {
  return row.baseVersion !== undefined && operationOf(row)?.rows === 'others';
}

function updateKnownSubject(
  before: KnownSubject = { version: 0, unnamed: false },
  done: OperationRow,
  backend: DrainState['backend'],
): KnownSubject {
  return {
    version: Math.max(before.version, done.ack?.version ?? 0),
    entityId: done.entityId ?? before.entityId,
    unnamed: before.unnamed || (backend?.kind === 'spec' && isBackendIdMissing(done)),
  };
}

/** True if an operation is sent without a version; others wait for the response that has one. */
function isSentWithoutVersion(row: OperationRow, known: OperationQueue['known']): boolean {
  return (row.sent ? row.sent.ifMatch : resolveSeenVersion(row, known)) === undefined;
}

/** The version that the member saw, or the newer version after this device's own changes. */
function resolveSeenVersion(row: OperationRow, known: OperationQueue['known']): number | undefined {
  const own = known.get(mainSubjectOf(row))?.version ?? 0;
  const newest = Math.max(row.baseVersion ?? 0, row.ownVersion ?? 0, own);
  return newest > 0 ? newest : undefined;
}

/** Maximum size of a batch: the server accepts 1 MB, and a character has at most three bytes. */
const maxBatchCharacters = 400_000;

/** Starts one request: one operation, or a batch if the backend accepts batches. */
function startRequest(state: DrainState, { ready, known }: OperationQueue): DrainPlan {
  const batch: BatchEntry[] = [];
  const blocked: OperationRow[] = [];
  const stopped = new Set<string>();
  const maxSize = state.backend?.kind === 'touchline' ? Math.max(state.batchSize, 1) : 1;
  let characters = 0;
  for (const row of sortByUrgency(ready)) {
    if (batch.length >= maxSize || characters >= maxBatchCharacters) break;
    const request = hasSubjectIn(row, stopped) ? 'waits' : prepareRequest(row, state, known);
    if (request === 'waits' || 'state' in request || (request.file && batch.length > 0)) {
      addSubjects(stopped, row);
      if (request !== 'waits' && 'state' in request) blocked.push(request);
      continue;
    }
    batch.push({ row, request });
    characters += request.body.length + row.subjects.join().length;
    // A batch cannot contain files.
    if (request.file) break;
  }
  return applyStart(state, batch, blocked);
}

function applyStart(
  state: DrainState,
  batch: readonly BatchEntry[],
  blocked: readonly OperationRow[],
): DrainPlan {
  if (batch.length === 0 && blocked.length === 0) return { state, commands: [] };
  const requestBatch = batch.map(({ row, request }) => {
    const { attempts } = row;
    const sending = { state: 'sending', sentEver: true, sent: request } as const;
    return { row: { ...row, ...sending, attempts: attempts + 1 }, request };
  });
  const changed = new Map(
    [...blocked, ...requestBatch.map(({ row }) => row)].map((row) => [row.id, row]),
  );
  const commands: DrainCommand[] = [];
  if (blocked.length > 0) commands.push({ type: 'write', rows: blocked });
  if (batch.length > 0) commands.push({ type: 'send', requestBatch });
  const operations = state.operations.map((row) => changed.get(row.id) ?? row);
  const flight = new Map(batch.map(({ row }) => [row.id, row]));
  return { state: { ...state, operations, flight }, commands };
}

/** The request of an operation, or the operation as blocked if it must not be sent. */
function prepareRequest(
  row: OperationRow,
  state: DrainState,
  known: OperationQueue['known'],
): FrozenRequest | OperationRow {
  if (row.sent) return row.sent;
  const { backend } = state;
  const blocked = known.get(mainSubjectOf(row))?.unnamed
    ? blockForMissingBackendId(row)
    : backend && blockUnsupportedAnalysis(row, backend);
  // An operation that this build cannot send waits for a newer build.
  return (
    blocked ??
    tryFreezeRequest(row, state, known) ?? { ...row, state: 'blocked', blockedBy: 'update' }
  );
}

/** Like `freezeRequest`; undefined if building throws, so that other operations are sent. */
function tryFreezeRequest(
  row: OperationRow,
  state: DrainState,
  known: OperationQueue['known'],
): FrozenRequest | undefined {
  try {
    return freezeRequest(row, state, known);
  } catch {
    return undefined;
  }
}

/** Builds an operation's request once; undefined if this build or the backend has none. */
function freezeRequest(
  row: OperationRow,
  { backend }: DrainState,
  known: OperationQueue['known'],
): FrozenRequest | undefined {
  if (!backend) return undefined;
  // failpoint: confirm-unseen
  const ifMatch = backend.kind === 'touchline' ? resolveSeenVersion(row, known) : undefined;
  const entityId = row.entityId ?? known.get(mainSubjectOf(row))?.entityId;
  const request = backend.request(row, entityId, ifMatch);
  if (!request) return undefined;
  const { route, params, query, body, form, file } = request;
  return {
    method: route.method,
    path: buildPath(route, params, query),
    body: JSON.stringify(body ?? {}),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(form && { form }),
    ...(file && { file }),
  };
}

function readyTimeOf(row: OperationRow, state: DrainState): number {
  return Math.max(row.nextAt, row.notBefore, row.heldUntil ?? 0, state.notBefore);
}

function earliest(moments: readonly number[]): number {
  return moments.reduce((one, other) => Math.min(one, other), Infinity);
}

/**
 * Sorts tips whose first game starts soon to the front, as far as the order allows; all other
 * operations by `seq`. An operation is as urgent as the most urgent one that waits for it.
 */
function sortByUrgency(rows: readonly OperationRow[]): OperationRow[] {
  const deadlineBySubject = new Map<string, number>();
  const withDeadline = rows.toReversed().map((row) => {
    const waiting = row.subjects.map((subject) => deadlineBySubject.get(subject) ?? Infinity);
    const deadline = Math.min(deadlineOf(row), ...waiting);
    for (const subject of row.subjects) deadlineBySubject.set(subject, deadline);
    return { row, deadline };
  });
  return withDeadline
    .toSorted((one, other) =>
      one.deadline === other.deadline ? one.row.seq - other.row.seq : one.deadline - other.deadline,
    )
    .map(({ row }) => row);
}

// Caches deadlines: parsing is the most expensive step of a plan, and payloads never change.
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
