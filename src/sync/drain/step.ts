import {
  afterLostOutcome,
  isRepeatable,
  isUndecided,
  logged,
  outcomeUnknown,
} from './after-answer.ts';
import { withAnswers } from './answers.ts';
import { backoff, holdOf, maxBackoffMs } from './backoff.ts';
import { endFlight, putBack } from './flight.ts';
import { type DrainCommand, type DrainEvent, type DrainState, failuresUntilPing } from './state.ts';
import { isSameRequest } from './writes.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { dueOf, plan } from './plan.ts';
import { maxRetryAfterMs } from '../backend/retry-after.ts';
import type { SessionState } from '../status.ts';

/** The pure core of the drain: computes the next state and commands from a state and an event. */
export function step(
  state: DrainState,
  event: DrainEvent,
): { state: DrainState; commands: DrainCommand[] } {
  const { state: happened, unauthorised } = applyEvent(state, event);
  const rowsToWrite = changedRows(state.operations, happened.operations, event);
  const planned = plan(happened, event.now);
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
      const operations = recovered(state, inOrder, event.now);
      const loaded = keysKnown({ ...connectionWithoutFarFuture(state, event.now), operations });
      return { state: state.session === 'signed-in' ? unblocked(loaded, 'auth') : loaded };
    }
    case 'woke':
      return { state: withoutBackoff(withOutdatedPing(state), event.now) };
    case 'session':
      return { state: withSession(state, event.session) };
    case 'unblocked':
      return { state: unblocked(state, event.blocker) };
    case 'answered':
      return afterAnswered(state, event);
    case 'batch-refused':
      return { state: endFlight({ ...state, batchSize: 0 }, event.ids, putBack) };
    case 'not-sent': {
      const nextAt = (row: OperationRow) => event.now + backoff(row.attempts, event.random);
      return {
        state: endFlight(state, event.ids, (row, before) => ({ ...before, nextAt: nextAt(row) })),
      };
    }
    case 'no-login':
      return {
        state: withSession(
          endFlight(state, event.ids, (_, before) => before),
          'none',
        ),
      };
    case 'overtaken':
      return { state: overtaken(state, event) };
    case 'outcome-lost': {
      const judging = { ...event, backend: state.backend };
      const lost = new Set(event.ids);
      const operations = state.operations.map((row) =>
        lost.has(row.id) && !state.flight.has(row.id) ? afterLostOutcome(row, judging) : row,
      );
      return { state: { ...state, operations } };
    }
    case 'overdue':
      return { state: loggedOverdue(state, event.now) };
    case 'pinged':
      return { state: keysKnown(reached({ ...state, backend: event.backend }, event.now)) };
    case 'ping-failed':
      return { state: afterPingFailed(state, event) };
    case 'closing':
      return { state: { ...state, closing: true } };
  }
}

/**
 * Merges the stored rows into the state; a `sending` row that is not in flight here becomes
 * `unknown`.
 */
function recovered(
  { operations, flight, backend }: DrainState,
  stored: readonly OperationRow[],
  now: number,
): OperationRow[] {
  const ours = new Map(operations.map((row) => [row.id, row]));
  return stored.map((row) => {
    const known = ours.get(row.id);
    if (known && flight.has(row.id)) return known;
    const still = row.state === 'sending' ? outcomeUnknown(row, backend) : retryRepeatable(row);
    // This drain's row may be newer than a failed write, unless another drain has sent it since.
    const ownSending = row.state === 'sending' && known?.sentEver === true;
    const remembered = ownSending && isSameRequest(known.sent, row.sent) ? known : still;
    return withoutFarFuture(remembered, now);
  });
}

/**
 * Earlier builds asked the member about repeatable operations whose response was lost; they are
 * sent again instead.
 */
function retryRepeatable(row: OperationRow): OperationRow {
  if (!isUndecided(row) || !isRepeatable(row)) return row;
  const { blockedBy: _, ...rest } = row;
  return { ...rest, state: 'unknown' };
}

/**
 * After the clock was set back, no operation waits longer than the server or the backoff required.
 */
function withoutFarFuture(row: OperationRow, now: number): OperationRow {
  const { nextAt, notBefore } = waitsOf(row, now);
  const hold = holdOf(row, now);
  const isSame = row.nextAt === nextAt && row.notBefore === notBefore;
  return isSame && hold.heldUntil === row.heldUntil ? row : { ...row, nextAt, notBefore, ...hold };
}

/**
 * Limits the waits of the connection state after the clock was set back; it passes between drains.
 */
function connectionWithoutFarFuture(state: DrainState, now: number): DrainState {
  const { ping } = state;
  const { notBefore } = waitsOf({ ...state, nextAt: 0 }, now);
  return { ...state, notBefore, ping: { ...ping, ...waitsOf(ping, now) } };
}

type Waits = { nextAt: number; notBefore: number; retryAfterMs?: number | undefined };

function waitsOf({ nextAt, notBefore, retryAfterMs = maxRetryAfterMs }: Waits, now: number) {
  return {
    nextAt: nextAt > now + maxBackoffMs ? now : nextAt,
    notBefore: Math.min(notBefore, now + retryAfterMs),
  };
}

function afterAnswered(
  state: DrainState,
  event: Extract<DrainEvent, { type: 'answered' }>,
): { state: DrainState; unauthorised?: boolean } {
  const answered = withAnswers(state, event);
  const isRefused = event.answers.some(
    ({ answer }) => answer.kind === 'refused' && answer.status === 401,
  );
  if (!isRefused) return { state: answered };
  return { state: withSession(answered, 'refused'), unauthorised: state.session !== 'refused' };
}

function withSession(state: DrainState, session: SessionState): DrainState {
  if (session === 'signed-in') return { ...unblocked(state, 'auth'), session };
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

/**
 * A backend with keys executes nothing twice, so the member need not decide about sending again.
 */
function keysKnown(state: DrainState): DrainState {
  return state.backend?.kind === 'touchline' ? unblocked(state, 'person') : state;
}

function unblocked(state: DrainState, blocker: OperationRow['blockedBy']): DrainState {
  return {
    ...state,
    operations: state.operations.map((row) => {
      if (row.state !== 'blocked' || row.blockedBy !== blocker) return row;
      const { blockedBy: _, ...rest } = row;
      return { ...rest, state: row.sentEver ? 'unknown' : 'pending', nextAt: 0 };
    }),
  };
}

/** Lets a ping in flight be repeated at once if it fails. */
function withOutdatedPing(state: DrainState): DrainState {
  return { ...state, ping: { ...state.ping, isOutdated: state.ping.busy } };
}

/** Ends the backoff of all operations; the server's Retry-After stays. */
function withoutBackoff(state: DrainState, now: number): DrainState {
  return {
    ...state,
    ping: { ...state.ping, nextAt: Math.min(state.ping.nextAt, now) },
    operations: state.operations.map((row) => (row.nextAt > now ? { ...row, nextAt: now } : row)),
  };
}

/**
 * The state after a ping was answered; after a failed ping this also ends the backoff of
 * operations.
 */
function reached(state: DrainState, now: number): DrainState {
  const answering: DrainState = {
    ...state,
    failures: 0,
    ping: { busy: false, attempts: 0, nextAt: 0, notBefore: 0 },
  };
  return state.ping.attempts > 0 ? withoutBackoff(answering, now) : answering;
}

function afterPingFailed(
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
      nextAt: state.ping.isOutdated ? now : now + backoff(attempts, random),
      notBefore: now + retryAfter,
      retryAfterMs: retryAfter,
    },
  };
}

function overtaken(
  state: DrainState,
  { removed, found, now }: Extract<DrainEvent, { type: 'overtaken' }>,
): DrainState {
  const removedIds = new Set(removed);
  const flight = new Map(state.flight);
  for (const id of [...removed, ...found.map((row) => row.id)]) flight.delete(id);
  const foundById = new Map(
    recovered({ ...state, operations: [], flight }, found, now).map((row) => [row.id, row]),
  );
  const operations = state.operations
    .filter(({ id }) => !removedIds.has(id))
    .map((row) => foundById.get(row.id) ?? row);
  return { ...state, flight, operations };
}

/** Logs `overdue` for operations that are due or in flight. */
function loggedOverdue(state: DrainState, now: number): DrainState {
  const due = dueOf(state, now);
  const operations = state.operations.map((row) =>
    due.has(row.id) || state.flight.has(row.id) ? logged(row, 'overdue', { now }) : row,
  );
  return { ...state, operations };
}

/** Events of a failing storage, or about rows that are already stored. */
const unwritten: ReadonlySet<DrainEvent['type']> = new Set([
  'not-sent',
  'no-login',
  'outcome-lost',
  'overtaken',
]);

/** The rows to write; none after a failed write, which a new one would repeat. */
function changedRows(
  before: readonly OperationRow[],
  after: readonly OperationRow[],
  event: DrainEvent,
): OperationRow[] {
  if (unwritten.has(event.type)) return [];
  const stored = event.type === 'loaded' ? event.operations : before;
  const known = new Set(stored);
  return after.filter((row) => !known.has(row) && row.state !== 'sending');
}
