import { afterAnswer, afterLostOutcome, type Judging, outcomeUnknown } from './after-answer.ts';
import { backoff } from './backoff.ts';
import {
  type Chanced,
  type DrainCommand,
  type DrainEvent,
  type DrainState,
  failuresUntilPing,
} from './drain-state.ts';
import type { OperationRow } from './outbox-store.ts';
import { plan } from './plan.ts';
import { longestRetryAfter } from './retry-after.ts';
import type { SessionStanding } from './status.ts';

/** The whole of the outbox's behaviour: one event in, the next state and what to do about it out. */
export function step(
  state: DrainState,
  event: DrainEvent,
): { state: DrainState; commands: DrainCommand[] } {
  const { state: happened, unauthorised } = absorb(state, event);
  const written = changedRows(state.operations, happened.operations, event);
  const planned = plan(happened, event.now);
  return {
    state: planned.state,
    commands: [
      ...(written.length > 0 ? [{ type: 'write', rows: written } as const] : []),
      ...(unauthorised ? [{ type: 'unauthorised' } as const] : []),
      ...planned.commands,
    ],
  };
}

function absorb(
  state: DrainState,
  event: DrainEvent,
): { state: DrainState; unauthorised?: boolean } {
  switch (event.type) {
    case 'loaded': {
      const operations = recovered(state, event.operations, event.now);
      const loaded = keysKnown({ ...state, operations });
      return { state: state.session === 'signed-in' ? unblocked(loaded, 'auth') : loaded };
    }
    case 'tick':
      return { state };
    case 'woke':
      return { state: withoutBackoff(state, event.now) };
    case 'session':
      return { state: withSession(state, event.standing) };
    case 'unblocked':
      return { state: unblocked(state, event.blocker) };
    case 'answered':
      return afterAnswered(state, event);
    case 'not-sent':
      return { state: landed(state, event.id, (row) => backOnShelf(row, event)) };
    case 'withheld':
      return { state: withSession(landed(state, event.id, takenBack), 'none') };
    case 'gone':
      return { state: without(state, event.id) };
    case 'outcome-lost': {
      const judging = { ...event, backend: state.backend };
      return { state: landed(state, event.id, (row) => afterLostOutcome(row, judging)) };
    }
    case 'pinged':
      return { state: keysKnown(reached({ ...state, backend: event.backend }, event.now)) };
    case 'ping-failed':
      return { state: afterPingFailed(state, event) };
    case 'closing':
      return { state: { ...state, closing: true } };
  }
}

/** Reads the stored rows: whatever is found in sending without being under way here is unknown. */
function recovered(
  { operations, flight, backend }: DrainState,
  stored: readonly OperationRow[],
  now: number,
): OperationRow[] {
  const ours = new Map(operations.map((row) => [row.id, row]));
  return stored.map((row) => {
    const known = ours.get(row.id);
    if (known && flight.has(row.id)) return known;
    const still = row.state === 'sending' ? outcomeUnknown(row, backend) : row;
    const remembered = row.state === 'sending' && known ? known : still;
    return withoutFarFuture(remembered, now);
  });
}

/** A clock that was put back must not make an operation wait for a day. */
function withoutFarFuture(row: OperationRow, now: number): OperationRow {
  const latest = now + longestRetryAfter;
  if (row.nextAt <= latest && row.notBefore <= latest) return row;
  return {
    ...row,
    nextAt: Math.min(row.nextAt, now),
    notBefore: Math.min(row.notBefore, latest),
  };
}

function afterAnswered(
  state: DrainState,
  event: Extract<DrainEvent, { type: 'answered' }>,
): { state: DrainState; unauthorised?: boolean } {
  const { id, answer, now } = event;
  const judging: Judging = { now, random: event.random, backend: state.backend };
  const judged = landed(state, id, (row) => afterAnswer(row, answer, judging));
  if (answer.kind === 'unreachable') {
    const failures = state.failures + 1;
    const nextAt = failures === failuresUntilPing ? now : judged.ping.nextAt;
    return { state: { ...judged, failures, ping: { ...judged.ping, nextAt } } };
  }

  const heard = { ...judged, failures: 0 };
  if (answer.kind === 'ok') return { state: passedOn(heard, id) };
  if (answer.kind !== 'refused') return { state: heard };
  if (answer.status === 401) {
    return { state: withSession(heard, 'refused'), unauthorised: state.session !== 'refused' };
  }
  if (answer.status === 429) {
    return { state: { ...heard, notBefore: now + (answer.retryAfter ?? 0) } };
  }
  return { state: passedOn(heard, id) };
}

/** Tells the rest of a lane which version, and which id, its own change has brought about. */
function passedOn(state: DrainState, id: string): DrainState {
  const done = state.operations.find((row) => row.id === id && row.state === 'acked');
  if (!done) return state;
  const version = done.ack?.version;
  return {
    ...state,
    operations: state.operations.map((row) => {
      if (row.lane !== done.lane || row.seq <= done.seq || row.sentEver) return row;
      return {
        ...row,
        ...(version !== undefined && { laneVersion: version }),
        ...(done.entityId !== undefined && { entityId: done.entityId }),
      };
    }),
  };
}

function withSession(state: DrainState, standing: SessionStanding): DrainState {
  if (standing === 'signed-in') return { ...unblocked(state, 'auth'), session: standing };
  if (standing === 'none') return { ...state, session: standing };
  return {
    ...state,
    session: standing,
    operations: state.operations.map((row) =>
      row.state === 'pending' || row.state === 'unknown'
        ? { ...row, state: 'blocked', blockedBy: 'auth' }
        : row,
    ),
  };
}

/** A backend with keys does nothing twice, so there nobody has to decide whether to send again. */
function keysKnown(state: DrainState): DrainState {
  return state.backend === 'ours' ? unblocked(state, 'person') : state;
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

/** Tries at once what only waits by our own choice; the server's Retry-After stays. */
function withoutBackoff(state: DrainState, now: number): DrainState {
  return {
    ...state,
    ping: { ...state.ping, nextAt: Math.min(state.ping.nextAt, now) },
    operations: state.operations.map((row) => (row.nextAt > now ? { ...row, nextAt: now } : row)),
  };
}

function reached(state: DrainState, now: number): DrainState {
  return withoutBackoff(
    { ...state, failures: 0, ping: { busy: false, attempts: 0, nextAt: 0 } },
    now,
  );
}

function afterPingFailed(
  state: DrainState,
  { now, random, retryAfter = 0 }: Extract<DrainEvent, { type: 'ping-failed' }>,
): DrainState {
  const attempts = state.ping.attempts + 1;
  const wait = Math.max(backoff(attempts, random), retryAfter);
  return {
    ...state,
    failures: Math.max(state.failures + 1, failuresUntilPing),
    ping: { busy: false, attempts, nextAt: now + wait },
  };
}

/** The request never left: its row could not be marked as sent. */
function backOnShelf(row: OperationRow, { now, random }: Chanced): OperationRow {
  return {
    ...row,
    state: row.attempts > 1 ? 'unknown' : 'pending',
    nextAt: now + backoff(row.attempts, random),
  };
}

/** The request was not made: there is no login of this member to make it with. */
function takenBack(row: OperationRow): OperationRow {
  const attempts = row.attempts - 1;
  return { ...row, attempts, state: attempts > 0 ? 'unknown' : 'pending' };
}

function landed(
  state: DrainState,
  id: string,
  judge: (row: OperationRow) => OperationRow,
): DrainState {
  const flight = new Map(state.flight);
  flight.delete(id);
  const operations = state.operations.map((row) => (row.id === id ? judge(row) : row));
  return { ...state, flight, operations };
}

function without(state: DrainState, id: string): DrainState {
  const left = landed(state, id, (row) => row);
  return { ...left, operations: left.operations.filter((row) => row.id !== id) };
}

/** Rows the storage does not have yet. After a failed write there is no use in trying at once. */
function changedRows(
  before: readonly OperationRow[],
  after: readonly OperationRow[],
  event: DrainEvent,
): OperationRow[] {
  if (event.type === 'not-sent' || event.type === 'withheld' || event.type === 'outcome-lost') {
    return [];
  }
  const stored = event.type === 'loaded' ? event.operations : before;
  const known = new Set(stored);
  return after.filter((row) => !known.has(row) && row.state !== 'sending');
}
