import { batchLimit } from '#contract/limits.ts';
import type { ApiAnswer } from '../backend/api.ts';
import type { Backend } from '../backend/backend.ts';
import type { Blocker, FrozenRequest, OperationRow } from '../outbox/operation-row.ts';
import type { SessionState } from '../status.ts';

/** The state of a drain. */
export type DrainState = {
  memberId: string;
  /** All operations of the outbox, by seq. */
  operations: readonly OperationRow[];
  /** The operations of the request in flight, by id, as they were before it. */
  flight: ReadonlyMap<string, OperationRow>;
  /** The backend, after it has answered a ping. */
  backend: Backend | undefined;
  session: SessionState;
  /** Number of consecutive failed requests; an untested connection counts as failing. */
  failures: number;
  ping: PingState;
  /** Time until which the server accepts no requests of this member. */
  notBefore: number;
  /** The Retry-After that `notBefore` comes from, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** Maximum operations per request: reduced after a timeout, 0 for a server without batches. */
  batchSize: number;
  /** A closing drain waits for its requests in flight and starts none. */
  closing: boolean;
};

/** The state of the ping; `notBefore` comes from the server's Retry-After. */
type PingState = {
  busy: boolean;
  /** A wake-up came after it was sent, so its failure says nothing about the network now. */
  isOutdated?: boolean;
  attempts: number;
  nextAt: number;
  notBefore: number;
  retryAfterMs?: number | undefined;
};

/** Every event has this device's time; some have a random number for the backoff. */
type TimedEvent = { now: number };
type RandomizedEvent = TimedEvent & { random: number };

/** The response to one operation of a request. */
export type OperationAnswer = { id: string; answer: ApiAnswer<unknown> };

/** The events of a drain. */
export type DrainEvent =
  | ({ type: 'loaded'; operations: readonly OperationRow[] } & TimedEvent)
  | ({ type: 'woke' } & TimedEvent)
  | ({ type: 'session'; session: SessionState } & TimedEvent)
  | ({ type: 'unblocked'; blocker: Blocker } & TimedEvent)
  /** A request was answered; contains the result of each of its operations. */
  | ({ type: 'answered'; answers: readonly OperationAnswer[] } & RandomizedEvent)
  /** The server accepts no batches: the operations were not executed and are sent one by one. */
  | ({ type: 'batch-refused'; ids: readonly string[] } & TimedEvent)
  /** The operations could not be stored as `sending`, so nothing was sent. */
  | ({ type: 'not-sent'; ids: readonly string[] } & RandomizedEvent)
  /** This member has no login to send them with. */
  | ({ type: 'no-login'; ids: readonly string[] } & TimedEvent)
  /** Another tab was first: it removed rows or finished them. */
  | ({ type: 'overtaken'; removed: readonly string[]; found: readonly OperationRow[] } & TimedEvent)
  /** The responses could not be stored. */
  | ({ type: 'outcome-lost'; ids: readonly string[] } & RandomizedEvent)
  /** Nothing was attempted for too long; an earlier drain hangs. */
  | ({ type: 'overdue' } & TimedEvent)
  | ({ type: 'pinged'; backend: Backend } & TimedEvent)
  | ({ type: 'ping-failed'; retryAfter?: number } & RandomizedEvent)
  | ({ type: 'closing' } & TimedEvent);

/** An operation stored as `sending`, with its frozen request. */
export type BatchEntry = { row: OperationRow; request: FrozenRequest };

/** Side effects for the drain to run, in this order. */
export type DrainCommand =
  | { type: 'write'; rows: readonly OperationRow[] }
  /** One entry is sent as an ordinary request, several as a batch. */
  | { type: 'send'; requestBatch: readonly BatchEntry[] }
  | { type: 'ping' }
  | { type: 'unauthorised' }
  | { type: 'wake'; at: number };

/** Number of consecutive failed requests after which only pings are sent. */
export const failuresUntilPing = 3;

/** State of the connection that passes from one drain to the next. */
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

/** A connection that has just carried a valid response. */
export const workingConnection: ConnectionState = { ...untestedConnection, failures: 0 };

/** The state of a drain before it has read the outbox. */
export function createDrainState(
  known: Pick<DrainState, 'memberId' | 'backend' | 'session'>,
  connectionState: ConnectionState = untestedConnection,
): DrainState {
  // Without keys an operation must not be sent over a connection that may be down, since a lost
  // response would leave its outcome unknown; so the drain begins with a ping.
  const isTrusted = known.backend?.kind === 'touchline' && connectionState.failures === 0;
  return {
    ...known,
    ...connectionState,
    operations: [],
    flight: new Map(),
    failures: isTrusted ? 0 : failuresUntilPing,
    ping: { ...connectionState.ping, busy: false },
    // A server that refused a batch may have been updated.
    batchSize: connectionState.batchSize > 0 ? connectionState.batchSize : batchLimit,
    closing: false,
  };
}
