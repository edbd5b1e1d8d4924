import { batchLimit } from '#contract/limits.ts';
import type { Answer } from './api.ts';
import type { Backend } from './backend.ts';
import type { Blocker, FrozenRequest, OperationRow } from './operation-row.ts';
import type { SessionStanding } from './status.ts';

/** All that decides what a drain does next. */
export type DrainState = {
  memberId: string;
  /** Every operation of the outbox, by seq. */
  operations: readonly OperationRow[];
  /** What is under way, by operation id. */
  flight: ReadonlyMap<string, InFlight>;
  /** The backend, once it has answered a ping. */
  backend: Backend | undefined;
  session: SessionStanding;
  /** Answers in a row that were none; a line that is not known to be good counts as failing. */
  failures: number;
  ping: PingState;
  /** Until when the server wants nothing at all from this member. */
  notBefore: number;
  /**
   * How many operations a request may carry: fewer on a line where a full one gets no answer, none
   * at all (0) with a server that takes no batch.
   */
  batchSize: number;
  /** A closing drain waits for what is under way and starts nothing new. */
  closing: boolean;
};

/**
 * Which request carries an operation, and how its row stood before; a request goes by the id of
 * its first operation.
 */
export type InFlight = { lane: string; requestBatch: string; batch: boolean; before: OperationRow };

/** How it stands with asking for the server: `notBefore` is its own Retry-After. */
type PingState = { busy: boolean; attempts: number; nextAt: number; notBefore: number };

/** Everything happens at a moment of this device's clock; some of it needs chance. */
type Timed = { now: number };
type Chanced = Timed & { random: number };

/** What one operation of a request was answered with. */
export type Answered = { id: string; answer: Answer<unknown> };

/** What can happen to a drain. */
export type DrainEvent =
  | ({ type: 'loaded'; operations: readonly OperationRow[] } & Timed)
  | ({ type: 'tick' } & Timed)
  | ({ type: 'woke' } & Timed)
  | ({ type: 'session'; standing: SessionStanding } & Timed)
  | ({ type: 'unblocked'; blocker: Blocker } & Timed)
  /** A request has come back, with one answer for each of its operations. */
  | ({ type: 'answered'; answers: readonly Answered[] } & Chanced)
  /** The server takes no batch: its operations have not been tried, and go one by one. */
  | ({ type: 'batch-refused'; ids: readonly string[] } & Timed)
  /** The mark that they are being sent did not reach the disk, so nothing was sent. */
  | ({ type: 'not-sent'; ids: readonly string[] } & Chanced)
  /** There was no login of this member to send them with. */
  | ({ type: 'withheld'; ids: readonly string[] } & Timed)
  /** The disk knows better: rows removed meanwhile, and rows another drain has finished. */
  | ({ type: 'overtaken'; gone: readonly string[]; found: readonly OperationRow[] } & Timed)
  /** What became of them could not be written down. */
  | ({ type: 'outcome-lost'; ids: readonly string[] } & Chanced)
  /** Nothing was tried for too long although it could have been; an earlier drain hangs. */
  | ({ type: 'overdue' } & Timed)
  | ({ type: 'pinged'; backend: Backend } & Timed)
  | ({ type: 'ping-failed'; retryAfter?: number } & Chanced)
  | ({ type: 'closing' } & Timed);

/** One operation on its way, marked as being sent, with its frozen bytes. */
export type BatchEntry = { row: OperationRow; request: FrozenRequest };

/** What the drain is told to do, in this order. */
export type DrainCommand =
  | { type: 'write'; rows: readonly OperationRow[] }
  /** One entry goes as an ordinary request, several go as one batch. */
  | { type: 'send'; requestBatch: readonly BatchEntry[] }
  | { type: 'ping' }
  | { type: 'unauthorised' }
  | { type: 'wake'; at: number };

/** At most this many requests at once. */
export const mostInFlight = 4;

/** At most this many of them carry more than one operation. */
export const mostBatches = 2;

/** With more operations ready than this, they share requests. */
export const fewEnough = 8;

/** After this many answers in a row that were none, only the ping is tried. */
export const failuresUntilPing = 3;

/** What one drain learns about the line that the next one should know. */
export type ConnectionState = Pick<DrainState, 'failures' | 'ping' | 'notBefore' | 'batchSize'>;

/** What is known of a line nobody has tried yet: it is asked for before anything is sent. */
export const freshConnection: ConnectionState = {
  failures: failuresUntilPing,
  ping: { busy: false, attempts: 0, nextAt: 0, notBefore: 0 },
  notBefore: 0,
  batchSize: batchLimit,
};

/** A line that has just carried an answer of the server. */
export const goodConnection: ConnectionState = { ...freshConnection, failures: 0 };

/** A drain before it has read anything. */
export function initialState(
  known: Pick<DrainState, 'memberId' | 'backend' | 'session'>,
  line: ConnectionState = freshConnection,
): DrainState {
  // Without keys a tip must not be sent into the void; and whoever sends into a dead line no
  // longer knows whether it has arrived. So the server is first asked whether it is there.
  const good = known.backend?.can.keys === true && line.failures === 0;
  return {
    ...known,
    ...line,
    operations: [],
    flight: new Map(),
    failures: good ? 0 : failuresUntilPing,
    ping: { ...line.ping, busy: false },
    // A server that has refused a batch is asked once more: it may be a newer one by now.
    batchSize: line.batchSize > 0 ? line.batchSize : batchLimit,
    closing: false,
  };
}
