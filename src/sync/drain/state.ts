import { batchLimit } from '#contract/limits.ts';
import type { ApiAnswer } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import type { BlockReason, FrozenRequest, OperationRow } from '../outbox/operation-row.ts';
import type { SessionState } from '../status.ts';

/** The state of a drain. */
export type DrainState = {
  memberId: string;
  /** All operations of the outbox, by seq. */
  operations: readonly OperationRow[];
  /** Operations of the request in flight, by id, in their state before sending. */
  flight: ReadonlyMap<string, OperationRow>;
  /** Undefined until the backend has answered a ping. */
  backend: Backend | undefined;
  session: SessionState;
  /** Number of consecutive failed requests; `failuresUntilPing` for an untested connection. */
  failures: number;
  ping: PingState;
  /** Time until which the server accepts no requests of this member. */
  notBefore: number;
  /** The Retry-After from which `notBefore` was computed, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** Maximum number of operations per request; 0 for a server without batches. */
  batchSize: number;
  /** True if the drain waits for its request in flight and starts no other. */
  closing: boolean;
};

/** The state of the ping; `notBefore` comes from the server's Retry-After. */
type PingState = {
  busy: boolean;
  /** True if the device woke after the ping was sent: a failure may be obsolete. */
  isOutdated?: boolean;
  attempts: number;
  nextAt: number;
  notBefore: number;
  retryAfterMs?: number | undefined;
};

/** `now` is device time in milliseconds; `random` (0 to 1) is for the backoff. */
type TimedEvent = { now: number };
type RandomizedEvent = TimedEvent & { random: number };

export type OperationAnswer = { id: string; answer: ApiAnswer<unknown> };

export type DrainEvent =
  | ({ type: 'loaded'; operations: readonly OperationRow[] } & TimedEvent)
  | ({ type: 'woke' } & TimedEvent)
  | ({ type: 'session'; session: SessionState } & TimedEvent)
  | ({ type: 'unblocked'; blocker: BlockReason } & TimedEvent)
  /** A request was answered; `answers` has the response to each of its operations. */
  | ({ type: 'answered'; answers: readonly OperationAnswer[] } & RandomizedEvent)
  /** The server accepts no batches: the operations were not executed and are sent one by one. */
  | ({ type: 'batch-refused'; ids: readonly string[] } & TimedEvent)
  /** The operations could not be stored as `sending`, so nothing was sent. */
  | ({ type: 'not-sent'; ids: readonly string[] } & RandomizedEvent)
  /** No token of this member is available. */
  | ({ type: 'no-login'; ids: readonly string[] } & TimedEvent)
  /** Another tab has removed or finished these rows. */
  | ({ type: 'overtaken'; removed: readonly string[]; found: readonly OperationRow[] } & TimedEvent)
  /** The responses could not be stored. */
  | ({ type: 'outcome-lost'; ids: readonly string[] } & RandomizedEvent)
  /** No attempt was made for too long, so an earlier drain hangs. */
  | ({ type: 'overdue' } & TimedEvent)
  | ({ type: 'pinged'; backend: Backend } & TimedEvent)
  | ({ type: 'ping-failed'; retryAfter?: number } & RandomizedEvent)
  | ({ type: 'closing' } & TimedEvent);

/** An operation in the state `sending`, with its frozen request. */
export type BatchEntry = { row: OperationRow; request: FrozenRequest };

/** Side effects that the drain executes in this order. */
export type DrainCommand =
  | { type: 'write'; rows: readonly OperationRow[] }
  /** One entry is sent as an ordinary request, several as a batch. */
  | { type: 'send'; requestBatch: readonly BatchEntry[] }
  | { type: 'ping' }
  | { type: 'unauthorised' }
  | { type: 'wake'; at: number };

/** Number of consecutive failed requests after which only pings are sent. */
export const failuresUntilPing = 3;

/** State of the connection that one drain passes to the next. */
export type ConnectionState = Pick<
  DrainState,
  'failures' | 'ping' | 'notBefore' | 'retryAfterMs' | 'batchSize'
>;

/** An untested connection: the drain pings before it sends. */
export const untestedConnection: ConnectionState = {
  failures: failuresUntilPing,
  ping: { busy: false, attempts: 0, nextAt: 0, notBefore: 0 },
  notBefore: 0,
  batchSize: batchLimit,
};

/** A connection that has just transferred a valid response. */
export const workingConnection: ConnectionState = { ...untestedConnection, failures: 0 };

/** The state of a drain before it has read the outbox. */
export function createDrainState(
  known: Pick<DrainState, 'memberId' | 'backend' | 'session'>,
  connectionState: ConnectionState = untestedConnection,
): DrainState {
  // A drain on a backend without keys begins with a ping: if the connection is down, a lost
  // response would leave the outcome of an operation unknown.
  const isTrusted = known.backend?.kind === 'touchline' && connectionState.failures === 0;
  return {
    ...known,
    ...connectionState,
    operations: [],
    flight: new Map(),
    failures: isTrusted ? 0 : failuresUntilPing,
    ping: { ...connectionState.ping, busy: false },
    // A server that refused batches may have been updated since.
    batchSize: connectionState.batchSize > 0 ? connectionState.batchSize : batchLimit,
    closing: false,
  };
}
