import type { ApiAnswer } from '#sync/backend/api.ts';
import {
  type OperationAnswer,
  type DrainCommand,
  type DrainEvent,
  type DrainState,
  untestedConnection,
  workingConnection,
  createDrainState,
  type BatchEntry,
} from '#sync/drain/state.ts';
import { isSameRequest } from '#sync/drain/writes.ts';
import type { FrozenRequest, OperationRow } from '#sync/outbox/operation-row.ts';
import type { SessionState } from '#sync/status.ts';
import { stepDrain } from '#sync/drain/step.ts';
import { memberId } from '../../testing/engine/samples.ts';
import { commandLists, now, rows, states } from './pool.ts';
import { touchlineBackend } from '#sync/backend/backend.ts';

// Models the side effects of src/sync/drain/drain.ts and src/sync/drain/writes.ts as atomic steps:
// `begin` is drainOutbox() up to its first event, `take` one iteration of its loop, `written` the
// end of writeAndSend() for a write, `marked` the transaction in attempt(), `advance` the rest of
// handle().

/** A request with its progress; `returned` came back without being sent. */
export type Flight = BatchEntry & {
  key: string;
  sentAs: string;
  phase: 'marking' | 'out' | 'answered' | 'lost' | 'returned';
  answer?: ApiAnswer<unknown>;
  event?: DrainEvent;
};

/** A running drain. */
export type Shell = {
  state: DrainState;
  /** The remaining commands, of which the first is a write; empty while the loop waits. */
  todo: readonly DrainCommand[];
  /** The responses that are reported after all is written. */
  announcing: readonly OperationAnswer[];
  /** The events before the loop began. */
  inbox: readonly DrainEvent[];
  flights: readonly Flight[];
  /** True if its pings get no response. */
  pingFails: boolean;
  /** Its page was hidden: its lock is free, and it starts nothing more. */
  abandoned: boolean;
};

/** The wiring of a drain; a planted bug replaces a member. */
export type Wiring = {
  step: typeof stepDrain;
  /** True if the mark is stored before the first byte is sent. */
  marksFirst: boolean;
  /** The stored row of a marked operation; undefined if it is removed at once. */
  marksAs: (row: OperationRow) => OperationRow | undefined;
  /** The key of an operation, from its row before sending. */
  keyOf: (before: OperationRow) => string;
  /** The token sent along: the checked one, or the current one. */
  sendsWith: 'checked' | 'current';
  /** The stored row of an outcome; undefined if the row is removed at once. */
  writesAs: (row: OperationRow) => OperationRow | undefined;
};

export const asBuilt: Wiring = {
  step: stepDrain,
  marksFirst: true,
  marksAs: (row) => row,
  keyOf: ({ id }) => id,
  sendsWith: 'checked',
  writesAs: (row) => row,
};

/** The surroundings of a step. */
export type Around = { wiring: Wiring; login: string | undefined };

/** Caches steps: the core is pure and called with equal inputs very often. */
const remembered = new WeakMap<
  Wiring,
  Map<string, { state: DrainState; commands: readonly DrainCommand[] }>
>();

function stepped(wiring: Wiring, state: DrainState, event: DrainEvent) {
  const known = remembered.get(wiring) ?? new Map();
  remembered.set(wiring, known);
  const key = `${states.number(state)} ${keyOfEvent(event)}`;
  const before = known.get(key);
  if (before) return before;
  const { state: next, commands } = wiring.step(state, event);
  const made = { state: states.of(next), commands: commandLists.of(commands) };
  known.set(key, made);
  return made;
}

const answerNumbers = new Map<ApiAnswer<unknown>, number>();

function numberOf(answer: ApiAnswer<unknown>): number {
  const known = answerNumbers.get(answer) ?? answerNumbers.size;
  answerNumbers.set(answer, known);
  return known;
}

function keyOfEvent(event: DrainEvent): string {
  if (event.type === 'answered') {
    return event.answers.map(({ id, answer }) => `${id} ${numberOf(answer)}`).join();
  }
  const plain = JSON.stringify({ ...event, operations: undefined, found: undefined });
  if (event.type === 'loaded') return plain + event.operations.map(rows.number).join();
  return event.type === 'overtaken' ? plain + event.found.map(rows.number).join() : plain;
}

/**
 * A drain that has acquired its lock reads the outbox; `undefined` if it has nothing to wait for.
 */
export function begin(
  around: Around,
  stored: readonly OperationRow[],
  {
    session,
    queued,
    pingFails = false,
  }: {
    session: SessionState;
    queued: DrainEvent[];
    pingFails?: boolean;
  },
): Shell | undefined {
  const connectionState = pingFails ? untestedConnection : workingConnection;
  const shell: Shell = {
    state: states.of(
      createDrainState({ memberId, backend: touchlineBackend, session }, connectionState),
    ),
    todo: [],
    announcing: [],
    inbox: queued,
    flights: [],
    pingFails: pingFails,
    abandoned: false,
  };
  return take(around, shell, { type: 'loaded', operations: stored, now });
}

/** One iteration of the loop: an event, and the core's commands. */
export function take(around: Around, shell: Shell, event: DrainEvent): Shell | undefined {
  const { state, commands } = stepped(around.wiring, shell.state, event);
  const announcing = event.type === 'answered' ? event.answers : [];
  return advance(around, { ...shell, state, todo: commands, announcing });
}

/** Runs up to the next write; ends if nothing is in flight and the inbox is empty. */
function advance(around: Around, before: Shell): Shell | undefined {
  let shell = before;
  for (;;) {
    const [command, ...rest] = shell.todo;
    if (!command) break;
    if (command.type === 'write') return shell;
    // Nothing is in flight meanwhile, so other events may as well happen after this one.
    if (command.type === 'ping') {
      const answerEvent: DrainEvent = shell.pingFails
        ? { type: 'ping-failed', now, random: 0.5 }
        : { type: 'pinged', backend: touchlineBackend, now };
      shell = { ...shell, pingFails: false, inbox: [...shell.inbox, answerEvent] };
    }
    if (command.type === 'send') {
      const flights = [
        ...shell.flights,
        ...command.requestBatch.map((entry) => sent(around, shell, entry)),
      ];
      shell = { ...shell, flights: inOrder(flights) };
    }
    shell = { ...shell, todo: rest };
  }
  const [queued, ...inbox] = shell.inbox;
  if (queued) return take(around, { ...shell, inbox, announcing: [] }, queued);
  return shell.flights.length > 0 ? { ...shell, announcing: [] } : undefined;
}

/** attempt() up to its transaction. */
function sent({ wiring, login }: Around, { state }: Shell, entry: BatchEntry): Flight {
  const before = state.flight.get(entry.row.id) ?? entry.row;
  const about = { ...entry, key: wiring.keyOf(before), sentAs: login ?? '' };
  const ids = [entry.row.id];
  if (login !== memberId || entry.row.memberId !== memberId) {
    return { ...about, phase: 'returned', event: { type: 'no-login', ids, now } };
  }
  return { ...about, phase: wiring.marksFirst ? 'marking' : 'out' };
}

/** The page is hidden: abandon() of drain.ts. */
export function abandon(around: Around, shell: Shell): Shell | undefined {
  const hidden = { ...shell, abandoned: true };
  const closing: DrainEvent = { type: 'closing', now };
  if (shell.todo.length > 0) return { ...hidden, inbox: [...shell.inbox, closing] };
  return take(around, hidden, closing);
}

/** The first pending write was committed, or has failed. */
export function finishWrite(around: Around, shell: Shell, succeeded: boolean): Shell | undefined {
  const [, ...rest] = shell.todo;
  if (succeeded) return advance(around, { ...shell, todo: rest });
  // withhold() and announce(): nothing depends on unstored outcomes.
  const notSent = rest
    .flatMap((command) => (command.type === 'send' ? command.requestBatch : []))
    .map((entry): Flight => {
      const event: DrainEvent = { type: 'not-sent', ids: [entry.row.id], now, random: 0.5 };
      return { ...entry, key: entry.row.id, sentAs: '', phase: 'returned', event };
    });
  const ids = shell.announcing.map(({ id }) => id);
  const lost: DrainEvent[] =
    ids.length > 0 ? [{ type: 'outcome-lost', ids, now, random: 0.5 }] : [];
  return advance(around, {
    ...shell,
    todo: [],
    flights: inOrder([...shell.flights, ...notSent]),
    inbox: [...lost, ...shell.inbox],
    announcing: [],
  });
}

/**
 * The writes of writeDrainRows() for outcomes. With the next mark it is one transaction; here they are
 * two, and everything may happen in between.
 */
export function storedAfter(
  { wiring }: Around,
  stored: readonly OperationRow[],
  outcomes: readonly OperationRow[],
): OperationRow[] {
  return stored.flatMap((row) => {
    const queued = outcomes.find(({ id, seq }) => id === row.id && seq === row.seq);
    if (!queued || wasSentDifferently(row, queued.sent)) return [row];
    if (isFinal(row) && (queued.state !== 'acked' || row.state === 'acked')) return [row];
    const storedAfter = wiring.writesAs(queued);
    return storedAfter ? [storedAfter] : [];
  });
}

/** The writes of writeDrainRows() for a request batch, and the request's state afterwards. */
export function marked(
  { wiring, login }: Around,
  stored: readonly OperationRow[],
  flight: Flight,
  abandoned: boolean,
): { store: readonly OperationRow[]; flight: Flight } {
  const { row, request } = flight;
  const there = stored.find(({ seq, id }) => seq === row.seq && id === row.id);
  const queued = (event: DrainEvent): Flight => ({ ...flight, phase: 'returned', event });
  if (!there) {
    return {
      store: stored,
      flight: queued({ type: 'overtaken', removed: [row.id], found: [], now }),
    };
  }
  if (isFinal(there) || wasSentDifferently(there, request)) {
    return {
      store: stored,
      flight: queued({ type: 'overtaken', removed: [], found: [there], now }),
    };
  }
  const mark = wiring.marksAs(row);
  const sentAs = wiring.sendsWith === 'current' ? (login ?? '') : flight.sentAs;
  const store = stored.flatMap((one) => (one !== there ? [one] : mark ? [mark] : []));
  if (abandoned) {
    return { store, flight: queued({ type: 'not-sent', ids: [row.id], now, random: 0.5 }) };
  }
  return { store, flight: { ...flight, sentAs, phase: 'out' } };
}

/** The event of a returned request. */
export function eventOf({ row, phase, answer, event }: Flight): DrainEvent {
  if (phase === 'returned' && event) return event;
  const answerEvent = phase === 'answered' && answer ? answer : unanswered;
  return { type: 'answered', answers: [{ id: row.id, answer: answerEvent }], now, random: 0.5 };
}

const unanswered: ApiAnswer<unknown> = { kind: 'unreachable', cause: 'network' };

function isFinal({ state }: OperationRow): boolean {
  return state === 'acked' || state === 'rejected' || state === 'conflict';
}

function wasSentDifferently({ sent }: OperationRow, request: FrozenRequest | undefined): boolean {
  return sent !== undefined && !(request && isSameRequest(sent, request));
}

/** Requests in the order in which their operations were made. */
export function inOrder(flights: readonly Flight[]): Flight[] {
  return flights.toSorted((one, other) => one.row.seq - other.row.seq);
}
