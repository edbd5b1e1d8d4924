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
// `begin` is drainOutbox() up to its first event, `take` one call of handleEvent(), `finishWrite`
// the end of a write in writeAndSend(), `marked` the transaction of a request, `advance` the
// commands until the next write.

/** A request with its progress; `returned` means that it was not sent. */
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
  /** The remaining commands, the first of which is a write; empty while the drain waits for an event. */
  todo: readonly DrainCommand[];
  /** The responses that are reported once all commands have been written. */
  announcing: readonly OperationAnswer[];
  /** Events that the drain has not handled yet. */
  inbox: readonly DrainEvent[];
  flights: readonly Flight[];
  /** True if the next ping fails. */
  pingFails: boolean;
  /** True if its page was hidden: its lock is free, and it sends nothing more. */
  abandoned: boolean;
};

/** The code of a drain; a planted bug replaces a member. */
export type Wiring = {
  step: typeof stepDrain;
  /** True if an operation is marked as sending before its first byte is sent. */
  marksFirst: boolean;
  /** The row that marks an operation as sending; undefined if the row is removed instead. */
  marksAs: (row: OperationRow) => OperationRow | undefined;
  /** The idempotency key of a request, from the operation's row before it was sent. */
  keyOf: (before: OperationRow) => string;
  /** The token of a request: the checked token, or the current token. */
  sendsWith: 'checked' | 'current';
  /** The row that stores an outcome; undefined if the row is removed instead. */
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

/** The surroundings of a step: the code under test, and the member who is logged in. */
export type Around = { wiring: Wiring; login: string | undefined };

/** Caches steps by their input, because the drain step is pure and is called with equal inputs very often. */
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
 * Starts a drain that has acquired its lock and read the outbox; `undefined` if it ends at once.
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

/** Runs one iteration of the drain's loop: an event, and its commands up to the next write. */
export function take(around: Around, shell: Shell, event: DrainEvent): Shell | undefined {
  const { state, commands } = stepped(around.wiring, shell.state, event);
  const announcing = event.type === 'answered' ? event.answers : [];
  return advance(around, { ...shell, state, todo: commands, announcing });
}

/** Runs the commands up to the next write; ends the drain if nothing is in flight and no event waits. */
function advance(around: Around, before: Shell): Shell | undefined {
  let shell = before;
  for (;;) {
    const [command, ...rest] = shell.todo;
    if (!command) break;
    if (command.type === 'write') return shell;
    // During a ping nothing is in flight, so an event in between may as well come after it.
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

/** Models the start of a request: it is returned without the member's login, otherwise marked. */
function sent({ wiring, login }: Around, { state }: Shell, entry: BatchEntry): Flight {
  const before = state.flight.get(entry.row.id) ?? entry.row;
  const about = { ...entry, key: wiring.keyOf(before), sentAs: login ?? '' };
  const ids = [entry.row.id];
  if (login !== memberId || entry.row.memberId !== memberId) {
    return { ...about, phase: 'returned', event: { type: 'no-login', ids, now } };
  }
  return { ...about, phase: wiring.marksFirst ? 'marking' : 'out' };
}

/** Models abandon() of drain.ts, which runs when the page is hidden. */
export function abandon(around: Around, shell: Shell): Shell | undefined {
  const hidden = { ...shell, abandoned: true };
  const closing: DrainEvent = { type: 'closing', now };
  if (shell.todo.length > 0) return { ...hidden, inbox: [...shell.inbox, closing] };
  return take(around, hidden, closing);
}

/** Ends the first pending write, which was committed or has failed. */
export function finishWrite(around: Around, shell: Shell, succeeded: boolean): Shell | undefined {
  const [, ...rest] = shell.todo;
  if (succeeded) return advance(around, { ...shell, todo: rest });
  // After a failed write nothing is sent, and no outcome is reported.
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
 * Models the writes of outcomes in writeDrainRows(). The real code writes them with the next mark
 * in one transaction; here two transactions are used, with any event between them.
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

/** Models the write that marks a request in writeDrainRows(); returns the rows and the request afterwards. */
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

/** The event by which a request ends. */
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

/** Sorts requests by the sequence numbers of their operations. */
export function inOrder(flights: readonly Flight[]): Flight[] {
  return flights.toSorted((one, other) => one.row.seq - other.row.seq);
}
