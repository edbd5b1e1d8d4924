import {
  applyLostOutcome,
  isRepeatable,
  isArrivalUncertain,
  appendLogEntry,
  markOutcomeUnknown,
} from './answer-rules.ts';
import { applyAnswers } from './answers.ts';
import { backoffMs, limitHold, maxBackoffMs } from './backoff.ts';
import { endFlight, restoreUnsent } from './flight.ts';
import { type DrainCommand, type DrainEvent, type DrainState, failuresUntilPing } from './state.ts';
import { isSameRequest } from './writes.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { listDueIds, planRequest } from './plan.ts';
import { maxRetryAfterMs } from '../backend/retry-after.ts';
import type { SessionState } from '../status.ts';

/** The pure core of the drain: computes the next state and commands from an event. */
export function stepDrain(
  state: DrainState,
  event: DrainEvent,
): { state: DrainState; commands: DrainCommand[] } {
  const { state: happened, unauthorised } = applyEvent(state, event);
  const rowsToWrite = findChangedRows(state.operations, happened.operations, event);
  const planned = planRequest(happened, event.now);
  return {
    state: planned.state,
    commands: [
      ...(rowsToWrite.length > 0 ? [{ type: 'write', rows: rowsToWrite } as const] : []),
      ...(unauthorised ? [{ type: 'unauthorised' } as const] : []),
      ...planned.commands,
    ],
  };
}

function applyEvent(
  state: DrainState,
  event: DrainEvent,
): { state: DrainState; unauthorised?: boolean } {
  switch (event.type) {
    case 'loaded': {
      const inOrder = event.operations.toSorted((one, other) => one.seq - other.seq);
      const operations = mergeStoredRows(state, inOrder, event.now);
      const loaded = unblockIfKeysKnown({ ...limitConnectionWaits(state, event.now), operations });
      return { state: state.session === 'signed-in' ? unblockOperations(loaded, 'auth') : loaded };
    }
    case 'woke':
      return { state: endBackoff(markPingOutdated(state), event.now) };
    case 'session':
      return { state: applySession(state, event.session) };
    case 'unblocked':
      return { state: unblockOperations(state, event.blocker) };
    case 'answered':
      return applyAnsweredEvent(state, event);
    case 'batch-refused':
      return { state: endFlight({ ...state, batchSize: 0 }, event.ids, restoreUnsent) };
    case 'not-sent': {
      const nextAt = (row: OperationRow) => event.now + backoffMs(row.attempts, event.random);
      return {
        state: endFlight(state, event.ids, (row, before) => ({ ...before, nextAt: nextAt(row) })),
      };
    }
    case 'no-login':
      return {
        state: applySession(
          endFlight(state, event.ids, (_, before) => before),
          'none',
        ),
      };
    case 'overtaken':
      return { state: applyOvertaken(state, event) };
    case 'outcome-lost': {
      const judging = { ...event, backend: state.backend };
      const lost = new Set(event.ids);
      const operations = state.operations.map((row) =>
        lost.has(row.id) && !state.flight.has(row.id) ? applyLostOutcome(row, judging) : row,
      );
      return { state: { ...state, operations } };
    }
    case 'overdue':
      return { state: logOverdue(state, event.now) };
    case 'pinged':
      return {
        state: unblockIfKeysKnown(applyPinged({ ...state, backend: event.backend }, event.now)),
      };
    case 'ping-failed':
      return { state: applyPingFailed(state, event) };
    case 'closing':
      return { state: { ...state, closing: true } };
  }
}

/**
 * Merges the stored rows into the state; a stored `sending` row that this drain did not send
 * becomes `unknown`.
 */
function mergeStoredRows(
  { operations, flight, backend }: DrainState,
  stored: readonly OperationRow[],
  now: number,
): OperationRow[] {
  const ours = new Map(operations.map((row) => [row.id, row]));
  return stored.map((row) => {
    const known = ours.get(row.id);
    if (known && flight.has(row.id)) return known;
    const still = row.state === 'sending' ? markOutcomeUnknown(row, backend) : retryRepeatable(row);
    // After a failed write, the row in memory is newer, unless another drain has sent it.
    const ownSending = row.state === 'sending' && known?.sentEver === true;
    const remembered = ownSending && isSameRequest(known.sent, row.sent) ? known : still;
    return limitWaits(remembered, now);
  });
}

/**
 * Retries repeatable operations whose response was lost; earlier builds blocked them for the
 * member.
 */
function retryRepeatable(row: OperationRow): OperationRow {
  if (!isArrivalUncertain(row) || !isRepeatable(row)) return row;
  const { blockedBy: _, ...rest } = row;
  return { ...rest, state: 'unknown' };
}

/** Limits waits if the clock was set back: no wait exceeds the limit of the server or backoff. */
function limitWaits(row: OperationRow, now: number): OperationRow {
  const { nextAt, notBefore } = limitedWaitsOf(row, now);
  const hold = limitHold(row, now);
  const isSame = row.nextAt === nextAt && row.notBefore === notBefore;
  return isSame && hold.heldUntil === row.heldUntil ? row : { ...row, nextAt, notBefore, ...hold };
}

/** Like `limitWaits`, for the connection's state, which passes between drains. */
function limitConnectionWaits(state: DrainState, now: number): DrainState {
  const { ping } = state;
  const { notBefore } = limitedWaitsOf({ ...state, nextAt: 0 }, now);
  return { ...state, notBefore, ping: { ...ping, ...limitedWaitsOf(ping, now) } };
}

type WaitTimes = { nextAt: number; notBefore: number; retryAfterMs?: number | undefined };

function limitedWaitsOf(
  { nextAt, notBefore, retryAfterMs = maxRetryAfterMs }: WaitTimes,
  now: number,
) {
  return {
    nextAt: nextAt > now + maxBackoffMs ? now : nextAt,
    notBefore: Math.min(notBefore, now + retryAfterMs),
  };
}

function applyAnsweredEvent(
  state: DrainState,
  event: Extract<DrainEvent, { type: 'answered' }>,
): { state: DrainState; unauthorised?: boolean } {
  const answered = applyAnswers(state, event);
  const isRefused = event.answers.some(
    ({ answer }) => answer.kind === 'refused' && answer.status === 401,
  );
  if (!isRefused) return { state: answered };
  return { state: applySession(answered, 'refused'), unauthorised: state.session !== 'refused' };
}

function applySession(state: DrainState, session: SessionState): DrainState {
  if (session === 'signed-in') return { ...unblockOperations(state, 'auth'), session };
  if (session === 'none') return { ...state, session };
  return {
    ...state,
    session,
    operations: state.operations.map((row) =>
      row.state === 'pending' || row.state === 'unknown'
        ? { ...row, state: 'blocked', blockedBy: 'auth' }
        : row,
    ),
  };
}

/** On a backend with keys, operations that may have arrived are sent again without a decision. */
function unblockIfKeysKnown(state: DrainState): DrainState {
  return state.backend?.kind === 'touchline' ? unblockOperations(state, 'person') : state;
}

function unblockOperations(state: DrainState, blocker: OperationRow['blockedBy']): DrainState {
  return {
    ...state,
    operations: state.operations.map((row) => {
      if (row.state !== 'blocked' || row.blockedBy !== blocker) return row;
      const { blockedBy: _, ...rest } = row;
      return { ...rest, state: row.sentEver ? 'unknown' : 'pending', nextAt: 0 };
    }),
  };
}

/** Allows an immediate new ping if the ping in flight fails. */
function markPingOutdated(state: DrainState): DrainState {
  return { ...state, ping: { ...state.ping, isOutdated: state.ping.busy } };
}

/** Ends the backoff of all operations, but not the server's Retry-After. */
function endBackoff(state: DrainState, now: number): DrainState {
  return {
    ...state,
    ping: { ...state.ping, nextAt: Math.min(state.ping.nextAt, now) },
    operations: state.operations.map((row) => (row.nextAt > now ? { ...row, nextAt: now } : row)),
  };
}

/** Applies an answered ping; after a failed ping this also ends the backoff of operations. */
function applyPinged(state: DrainState, now: number): DrainState {
  const answering: DrainState = {
    ...state,
    failures: 0,
    ping: { busy: false, attempts: 0, nextAt: 0, notBefore: 0 },
  };
  return state.ping.attempts > 0 ? endBackoff(answering, now) : answering;
}

function applyPingFailed(
  state: DrainState,
  { now, random, retryAfter = 0 }: Extract<DrainEvent, { type: 'ping-failed' }>,
): DrainState {
  const attempts = state.ping.attempts + 1;
  return {
    ...state,
    failures: Math.max(state.failures + 1, failuresUntilPing),
    ping: {
      busy: false,
      attempts,
      nextAt: state.ping.isOutdated ? now : now + backoffMs(attempts, random),
      notBefore: now + retryAfter,
      retryAfterMs: retryAfter,
    },
  };
}

function applyOvertaken(
  state: DrainState,
  { removed, found, now }: Extract<DrainEvent, { type: 'overtaken' }>,
): DrainState {
  const removedIds = new Set(removed);
  const flight = new Map(state.flight);
  for (const id of [...removed, ...found.map((row) => row.id)]) flight.delete(id);
  const foundById = new Map(
    mergeStoredRows({ ...state, operations: [], flight }, found, now).map((row) => [row.id, row]),
  );
  const operations = state.operations
    .filter(({ id }) => !removedIds.has(id))
    .map((row) => foundById.get(row.id) ?? row);
  return { ...state, flight, operations };
}

/** Logs `overdue` for operations that are due or in flight. */
function logOverdue(state: DrainState, now: number): DrainState {
  const due = listDueIds(state, now);
  const operations = state.operations.map((row) =>
    due.has(row.id) || state.flight.has(row.id) ? appendLogEntry(row, 'overdue', { now }) : row,
  );
  return { ...state, operations };
}

/** Events whose rows are not written: a write has just failed, or the rows are already stored. */
const unwrittenEvents: ReadonlySet<DrainEvent['type']> = new Set([
  'not-sent',
  'no-login',
  'outcome-lost',
  'overtaken',
]);

/** Returns the rows to write; no rows after a failed write, so that the failure is not repeated. */
function findChangedRows(
  before: readonly OperationRow[],
  after: readonly OperationRow[],
  event: DrainEvent,
): OperationRow[] {
  if (unwrittenEvents.has(event.type)) return [];
  const stored = event.type === 'loaded' ? event.operations : before;
  const known = new Set(stored);
  return after.filter((row) => !known.has(row) && row.state !== 'sending');
}
