import type { Answer } from './api.ts';
import type { BackendKind } from './backend.ts';
import type { Blocker, FrozenRequest, OperationRow } from './outbox-store.ts';
import type { SessionStanding } from './status.ts';

/** All that decides what a drain does next. */
export type DrainState = {
  memberId: string;
  /** Every operation of the outbox, by seq. */
  operations: readonly OperationRow[];
  /** The lanes of what is under way, by operation id. */
  flight: ReadonlyMap<string, string>;
  backend: BackendKind;
  session: SessionStanding;
  /** Answers in a row that were none. */
  failures: number;
  ping: { busy: boolean; attempts: number; nextAt: number };
  /** Until when the server wants nothing at all from this member. */
  notBefore: number;
  /** A closing drain waits for what is under way and starts nothing new. */
  closing: boolean;
};

/** Everything happens at a moment of this device's clock; some of it needs chance. */
type Timed = { now: number };
export type Chanced = Timed & { random: number };

/** What can happen to a drain. */
export type DrainEvent =
  | ({ type: 'loaded'; operations: readonly OperationRow[] } & Timed)
  | ({ type: 'tick' } & Timed)
  | ({ type: 'woke' } & Timed)
  | ({ type: 'session'; standing: SessionStanding } & Timed)
  | ({ type: 'unblocked'; blocker: Blocker } & Timed)
  | ({ type: 'answered'; id: string; answer: Answer<unknown> } & Chanced)
  | ({ type: 'not-sent'; id: string } & Chanced)
  | ({ type: 'withheld'; id: string } & Timed)
  | ({ type: 'gone'; id: string } & Timed)
  | ({ type: 'outcome-lost'; id: string } & Chanced)
  | ({ type: 'pinged'; backend: 'ours' | 'foreign' } & Timed)
  | ({ type: 'ping-failed'; retryAfter?: number } & Chanced)
  | ({ type: 'closing' } & Timed);

/** What the drain is told to do, in this order. */
export type DrainCommand =
  | { type: 'write'; rows: readonly OperationRow[] }
  | { type: 'send'; row: OperationRow; request: FrozenRequest }
  | { type: 'ping' }
  | { type: 'unauthorised' }
  | { type: 'wake'; at: number };

/** At most this many requests at once. */
export const mostInFlight = 4;

/** After this many answers in a row that were none, only the ping is tried. */
export const failuresUntilPing = 3;

/** What one drain learns about the line that the next one should know. */
export type LineKnowledge = Pick<DrainState, 'failures' | 'ping' | 'notBefore'>;

/** What is known of a line nobody has tried yet. */
export const freshLine: LineKnowledge = {
  failures: 0,
  ping: { busy: false, attempts: 0, nextAt: 0 },
  notBefore: 0,
};

/** A drain before it has read anything. */
export function initialState(
  known: Pick<DrainState, 'memberId' | 'backend' | 'session'>,
  line: LineKnowledge = freshLine,
): DrainState {
  return {
    ...known,
    ...line,
    operations: [],
    flight: new Map(),
    // A backend without keys is first asked whether it is there: a tip is not sent into the void.
    failures: known.backend === 'foreign' ? failuresUntilPing : line.failures,
    ping: { ...line.ping, busy: false },
    closing: false,
  };
}
