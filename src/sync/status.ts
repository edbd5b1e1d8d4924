import type { OperationRow } from './outbox/operation-row.ts';
import { subjectsOf } from './outbox/subjects.ts';

/** Reachability of the server at the last attempt. */
export type Reachability = 'unknown' | 'online' | 'offline';

/** State of the login: no token, accepted, or refused by the server. */
export type SessionState = 'none' | 'signed-in' | 'refused';

/** The state of an operation as displayed. */
export type DisplayState = 'saved' | 'sending' | 'unknown' | 'needs-you' | 'blocked' | 'waits';

/** State of the status chip, and the number of operations that it counts. */
export type ChipStatus = {
  kind:
    | 'up-to-date'
    | 'all-sent'
    | 'offline'
    | 'saved'
    | 'sending'
    | 'needs-you'
    | 'lost'
    | 'sign-in'
    | 'verify-email';
  count: number;
};

/** Number of attempts after which the member is informed; retries continue. */
const attentionAttempts = 8;

/** True if many attempts failed for another reason than the connection. */
function isStuck({ attempts, problem }: OperationRow): boolean {
  return attempts >= attentionAttempts && problem?.code !== 'unreachable';
}

/** The displayed state of an operation; `undefined` after it is acknowledged. */
export function displayStateOf(row: OperationRow): DisplayState | undefined {
  switch (row.state) {
    case 'acked':
      return undefined;
    case 'conflict':
    case 'rejected':
    case 'unreadable':
      return 'needs-you';
    case 'blocked':
      return row.blockedBy === 'person' ? 'needs-you' : 'blocked';
    case 'sending':
      return 'sending';
    case 'pending':
    case 'unknown':
      if (isStuck(row)) return 'needs-you';
      return row.state === 'unknown' ? 'unknown' : 'saved';
  }
}

/**
 * Displayed states of all unacknowledged operations, by id; `waits` if an earlier one blocks it.
 */
export function computeDisplayStates(
  operations: readonly OperationRow[],
): Map<string, DisplayState> {
  const obstacles = findObstacles(operations);
  const states = new Map<string, DisplayState>();
  for (const row of operations) {
    const state = displayStateOf(row);
    if (!state) continue;
    const mayGo = row.state === 'pending' || row.state === 'unknown';
    states.set(row.id, mayGo && obstacles.has(row.id) ? 'waits' : state);
  }
  return states;
}

/** Divides pending operations into those that need the member's action and all others. */
export function divideOperationsByProblem(
  operations: readonly OperationRow[],
): Record<'problems' | 'saved', readonly OperationRow[]> {
  const states = computeDisplayStates(operations);
  const isProblem = ({ id, state, blockedBy }: OperationRow) =>
    states.get(id) === 'needs-you' || (state === 'blocked' && blockedBy === 'update');
  const pending = operations.filter(({ id }) => states.has(id));
  return {
    problems: pending.filter((row) => isProblem(row)),
    saved: pending.filter((row) => !isProblem(row)),
  };
}

/**
 * Maps the id of each waiting operation to the earliest operation that it waits for and that cannot
 * be sent, because that one needs the member or waits as well.
 */
export function findObstacles(operations: readonly OperationRow[]): Map<string, OperationRow> {
  const obstacles = new Map<string, OperationRow>();
  const bySubject = new Map<string, OperationRow>();
  for (const row of operations.toSorted((one, other) => one.seq - other.seq)) {
    if (row.state === 'acked') continue;
    const before = subjectsOf(row).flatMap((subject) => bySubject.get(subject) ?? []);
    const obstacle = before.toSorted((one, other) => one.seq - other.seq)[0];
    if (obstacle) obstacles.set(row.id, obstacle);
    const itself = isObstacle(row) ? row : undefined;
    const inTheWay = obstacle ?? itself;
    if (!inTheWay) continue;
    for (const subject of subjectsOf(row)) {
      if (!bySubject.has(subject)) bySubject.set(subject, inTheWay);
    }
  }
  return obstacles;
}

function isObstacle({ state }: OperationRow): boolean {
  return state !== 'pending' && state !== 'unknown' && state !== 'sending';
}

/** The chip's state without pending operations; before the first response the rows may be old. */
const idleChipKinds = { unknown: 'all-sent', online: 'up-to-date', offline: 'offline' } as const;

/** Computes the chip's state: first operations that need the member, then pending ones. */
export function chipStatusOf(
  operations: readonly OperationRow[],
  reachability: Reachability,
  session: SessionState,
): ChipStatus {
  const pending = operations.filter(({ state }) => state !== 'acked');
  const countBlockedBy = (blocker: OperationRow['blockedBy']) =>
    pending.filter((row) => row.state === 'blocked' && row.blockedBy === blocker).length;

  const { problems } = divideOperationsByProblem(operations);
  if (problems.length > 0) return { kind: 'needs-you', count: problems.length };
  if (session === 'refused' || countBlockedBy('auth') > 0)
    return { kind: 'sign-in', count: pending.length };
  if (countBlockedBy('unverified') > 0) {
    return { kind: 'verify-email', count: countBlockedBy('unverified') };
  }
  if (pending.length === 0) return { kind: idleChipKinds[reachability], count: 0 };
  if (reachability === 'offline') return { kind: 'offline', count: pending.length };
  const isSending = pending.some(({ state }) => state === 'sending');
  return { kind: isSending ? 'sending' : 'saved', count: pending.length };
}
