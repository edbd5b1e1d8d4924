import { batchLimit } from '#contract/limits.ts';
import type { Answer } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import type { Blocker, FrozenRequest, OperationRow } from '../outbox/operation-row.ts';
import type { SessionState } from '../status.ts';

/** The state of a drain. */
export type DrainState = {
  memberId: string;
  /** Every operation of the outbox, by seq. */
  operations: readonly OperationRow[];
  /** The operations in flight, by id. */
  flight: ReadonlyMap<string, InFlight>;
  /** The backend, once it has answered a ping. */
  backend: Backend | undefined;
  session: SessionState;
  /** Failed requests in a row; a connection that is not known to work counts as failing. */
  failures: number;
  ping: PingState;
  /** Until when the server accepts no request of this member. */
  notBefore: number;
  /** The Retry-After that `notBefore` comes from, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** How many operations a request may carry: fewer after a timeout, 0 for a server without batches. */
  batchSize: number;
  /** A closing drain waits for its requests in flight and starts none. */
  closing: boolean;
};

/** The request that carries an operation, named by its first operation's id, and the row before it. */
export type InFlight = { lane: string; requestBatch: string; batch: boolean; before: OperationRow };

/** The state of the ping; `notBefore` is the server's Retry-After. */
type PingState = {
  busy: boolean;
  attempts: number;
  nextAt: number;
  notBefore: number;
  retryAfterMs?: number | undefined;
};

/** Every event has this device's time; some have a random number for the backoff. */
type Timed = { now: number };
type Chanced = Timed & { random: number };

/** The answer to one operation of a request. */
export type Answered = { id: string; answer: Answer<unknown> };

/** The events of a drain. */
export type DrainEvent =
  | ({ type: 'loaded'; operations: readonly OperationRow[] } & Timed)
  | ({ type: 'tick' } & Timed)
  | ({ type: 'woke' } & Timed)
  | ({ type: 'session'; session: SessionState } & Timed)
  | ({ type: 'unblocked'; blocker: Blocker } & Timed)
  /** A request was answered, with one answer for each of its operations. */
  | ({ type: 'answered'; answers: readonly Answered[] } & Chanced)
  /** The server takes no batch: its operations were not tried, and are sent one by one. */
  | ({ type: 'batch-refused'; ids: readonly string[] } & Timed)
  /** They could not be marked as sending on disk, so nothing was sent. */
  | ({ type: 'not-sent'; ids: readonly string[] } & Chanced)
  /** There was no login of this member to send them with. */
  | ({ type: 'no-login'; ids: readonly string[] } & Timed)
  /** Another tab was first: rows it removed, and rows another drain finished. */
  | ({ type: 'overtaken'; gone: readonly string[]; found: readonly OperationRow[] } & Timed)
  /** Their answers could not be stored. */
  | ({ type: 'outcome-lost'; ids: readonly string[] } & Chanced)
  /** Nothing was tried for too long; an earlier drain hangs. */
  | ({ type: 'overdue' } & Timed)
  | ({ type: 'pinged'; backend: Backend } & Timed)
  | ({ type: 'ping-failed'; retryAfter?: number } & Chanced)
  | ({ type: 'closing' } & Timed);

/** One operation marked as sending, with its frozen request. */
export type BatchEntry = { row: OperationRow; request: FrozenRequest };

/** What the drain has to do, in this order. */
export type DrainCommand =
  | { type: 'write'; rows: readonly OperationRow[] }
  /** One entry is sent as an ordinary request, several as one batch. */
  | { type: 'send'; requestBatch: readonly BatchEntry[] }
  | { type: 'ping' }
  | { type: 'unauthorised' }
  | { type: 'wake'; at: number };

/** At most this many requests are in flight. */
export const mostInFlight = 4;

/** At most this many of them carry more than one operation. */
export const mostBatches = 2;

/** With more operations ready than this, they share requests. */
export const fewEnough = 8;

/** After this many failed requests in a row only the ping is tried. */
export const failuresUntilPing = 3;

/** What one drain learns about the connection and the next one starts with. */
export type ConnectionState = Pick<
  DrainState,
  'failures' | 'ping' | 'notBefore' | 'retryAfterMs' | 'batchSize'
>;

/** An untested connection: the drain pings before it sends. */
export const freshConnection: ConnectionState = {
  failures: failuresUntilPing,
  ping: { busy: false, attempts: 0, nextAt: 0, notBefore: 0 },
  notBefore: 0,
  batchSize: batchLimit,
};

/** A connection that has just carried a valid response. */
export const goodConnection: ConnectionState = { ...freshConnection, failures: 0 };

/** A drain before it has read the outbox. */
export function initialState(
  known: Pick<DrainState, 'memberId' | 'backend' | 'session'>,
  connectionState: ConnectionState = freshConnection,
): DrainState {
  // Without keys an operation must not be sent over a connection that may be down, since nobody would
  // know whether it arrived.
  const good = known.backend?.can.keys === true && connectionState.failures === 0;
  return {
    ...known,
    ...connectionState,
    operations: [],
    flight: new Map(),
    failures: good ? 0 : failuresUntilPing,
    ping: { ...connectionState.ping, busy: false },
    // A server that refused a batch may have been updated.
    batchSize: connectionState.batchSize > 0 ? connectionState.batchSize : batchLimit,
    closing: false,
  };
}
