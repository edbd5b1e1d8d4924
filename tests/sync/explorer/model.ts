import type { ApiAnswer } from '#sync/backend/api.ts';
import type { DrainEvent } from '#sync/drain/state.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { mainSubjectOf } from '#sync/outbox/subjects.ts';
import type { SessionState } from '#sync/status.ts';
import { memberId, otherMemberId, tipId } from '../../testing/engine/samples.ts';
import { append, join, leaveAlone } from './joining.ts';
import { tidy } from './keys.ts';
import { now } from './pool.ts';
import { inProgress, receive } from './server.ts';
import {
  type Budget,
  idle,
  comesNext,
  sortIds,
  mayEnqueue,
  type Orphan,
  type Page,
  type Process,
  type Setting,
  type State,
} from './setting.ts';
import {
  abandon,
  begin,
  eventOf,
  type Flight,
  inOrder,
  storedAfter,
  marked,
  type Shell,
  take,
  finishWrite,
} from './shell.ts';

/** A possible transition: its description and the next state. */
export type Move = { what: string; state: State };

export function initial(setting: Setting): State {
  const { kills, losses, storage, problems, discards, logins, closings, abandons } = setting;
  return {
    store: [],
    base: { cursor: 0, contains: [], acknowledged: [] },
    decisions: [],
    orphans: [],
    processes: Array.from({ length: setting.processes }, () => idle),
    pages: [],
    contained: [],
    joining: [],
    joined: [],
    promised: [],
    dropped: [],
    login: 'member',
    budget: { kills, losses, storage, problems, discards, logins, closings, abandons },
  };
}

/** All possible transitions of a state. */
export function moves(state: State, setting: Setting): Move[] {
  const found: Move[] = [];
  enqueue(state, setting, found);
  for (const index of state.processes.keys()) {
    drain(state, setting, index, found);
    kill(state, index, found);
  }
  pull(state, setting, found);
  deliverOrphans(state, found);
  person(state, found);
  return found.map(({ what, state: next }) => ({ what, state: tidy(next) }));
}

function enqueue(state: State, setting: Setting, found: Move[]): void {
  if (!mayEnqueue(state, setting)) return;
  for (const operation of setting.queue) {
    if (!comesNext(state, operation)) continue;
    found.push({ what: `queues ${operation.kind}`, state: append(state, operation) });
  }
  for (const id of state.joining) {
    found.push({ what: `joins ${id}`, state: join(state, setting, id) });
    found.push({ what: `never joins ${id}`, state: leaveAlone(state, id) });
  }
}

function around({ login }: State, { wiring }: Setting) {
  const current = login === 'other' ? otherMemberId : memberId;
  return { wiring, login: current };
}

function drain(state: State, setting: Setting, index: number, found: Move[]): void {
  const process = state.processes[index];
  if (!process) return;
  const shell = process.drain;
  const name = `process ${index}`;
  const next = (drain: Shell | undefined, more: Partial<State> = {}): State =>
    withProcess({ ...state, ...more }, index, drain ? { drain } : idle);
  const env = around(state, setting);

  if (!shell) {
    const first = state.processes.findIndex((other) => other.drain === undefined);
    const free = !setting.locks || state.processes.every((other) => other.drain?.abandoned ?? true);
    if (!free || index !== first || state.store.length === 0) return;
    const events: DrainEvent[] = [];
    if (state.store.some(({ nextAt }) => nextAt > now)) events.push({ type: 'woke', now });
    if (state.store.some(({ blockedBy }) => blockedBy === 'unverified')) {
      events.push({ type: 'unblocked', blocker: 'unverified', now });
    }
    const begun = { session: sessionOf(state), queued: events };
    found.push({ what: `${name} drains`, state: next(begin(env, state.store, begun)) });
    if (state.budget.losses > 0) {
      const inVain = begin(env, state.store, { ...begun, pingFails: true });
      found.push({ what: `${name} asks in vain`, state: next(inVain, spent(state, 'losses')) });
    }
    return;
  }

  if (state.budget.abandons > 0 && !shell.abandoned) {
    const budget = abandon(env, shell);
    found.push({ what: `${name} is put away`, state: next(budget, spent(state, 'abandons')) });
  }
  const write = shell.todo[0];
  if (write?.type === 'write') {
    const store = storedAfter(env, state.store, write.rows);
    found.push({ what: `${name} writes`, state: next(finishWrite(env, shell, true), { store }) });
    if (state.budget.storage > 0) {
      found.push({
        what: `${name} fails to write`,
        state: next(finishWrite(env, shell, false), spent(state, 'storage')),
      });
    }
  }

  for (const flight of shell.flights) {
    const others = shell.flights.filter((one) => one !== flight);
    const moved = (to: Flight) => ({
      ...shell,
      flights: inOrder([...others, to]),
    });
    const { kind } = flight.row;
    if (flight.phase === 'marking') {
      const { store, flight: out } = marked(env, state.store, flight, shell.abandoned);
      found.push({ what: `${name} marks ${kind}`, state: next(moved(out), { store }) });
      if (state.budget.storage > 0) {
        const event: DrainEvent = { type: 'not-sent', ids: [flight.row.id], now, random: 0.5 };
        const storedAfter: Flight = { ...flight, phase: 'returned', event };
        found.push({
          what: `${name} fails to mark ${kind}`,
          state: next(moved(storedAfter), spent(state, 'storage')),
        });
      }
    } else if (flight.phase === 'out') {
      answers(state, flight, (what, answer, more) =>
        found.push({
          what: `${kind} ${what}`,
          state: next(moved({ ...flight, phase: 'answered', answer }), more),
        }),
      );
      if (state.budget.losses > 0) {
        const orphans = [...state.orphans, orphan(flight)];
        found.push({
          what: `${kind} takes too long`,
          state: next(moved({ ...flight, phase: 'lost' }), { ...spent(state, 'losses'), orphans }),
        });
      }
    } else if (shell.todo.length === 0) {
      found.push({
        what: `${name} receives ${kind}`,
        state: next(take(env, { ...shell, flights: others }, eventOf(flight))),
      });
      // A refusal of an older login does not end the new login.
      if (isUnauthorised(flight) && state.login === 'member') {
        const unanswered = eventOf({ ...flight, phase: 'lost' });
        found.push({
          what: `${name} has another login than ${kind} went with`,
          state: next(take(env, { ...shell, flights: others }, unanswered)),
        });
      }
    }
    if (flight.phase === 'answered' && state.budget.losses > 0) {
      found.push({
        what: `the answer to ${kind} is lost`,
        state: next(moved({ ...flight, phase: 'lost' }), spent(state, 'losses')),
      });
    }
  }
  if (shell.todo.length > 0) return;
  const events: DrainEvent[] = [
    { type: 'loaded', operations: state.store, now },
    { type: 'woke', now },
  ];
  if (sessionOf(state) !== shell.state.session) {
    events.push({ type: 'session', session: sessionOf(state), now });
  }
  for (const event of events) {
    found.push({ what: `${name} gets: ${event.type}`, state: next(take(env, shell, event)) });
  }
  if (state.budget.closings > 0 && !shell.state.closing) {
    found.push({
      what: `the drain of ${name} is over`,
      state: next(take(env, shell, { type: 'closing', now }), spent(state, 'closings')),
    });
  }
}

function answers(
  { decisions, budget, processes }: State,
  flight: Flight,
  found: (what: string, answer: ApiAnswer<unknown>, more: Partial<State>) => void,
): void {
  const received = receive(decisions, flight);
  found('is answered', received.answer, { decisions: received.decisions });
  const sameKey = processes.flatMap(({ drain }) => drain?.flights ?? []);
  if (sameKey.filter(({ key, phase }) => key === flight.key && phase === 'out').length > 1) {
    found('is under way twice', inProgress, {});
  }
  for (const problem of budget.problems) {
    const refused = receive(decisions, { ...flight, refusedWith: problem });
    const more = {
      decisions: refused.decisions,
      budget: { ...budget, problems: [] },
      ...(problem === 'session-ended' && { login: 'refused' as const }),
    };
    found(`is refused: ${problem}`, refused.answer, more);
  }
}

/**
 * Models pullOwnRows() of src/sync/refresh/pull.ts. Pulls of all processes are interchangeable. A
 * page that is never applied models a lost response, a killed process, or a pull that another
 * one has overtaken.
 */
function pull(state: State, setting: Setting, found: Move[]): void {
  const { base, decisions, store, pages, contained, login } = state;
  if (base.acknowledged.length > 0) settle(state, found);
  if (contained.length > 0) removeContained(state, found);
  // Only operations that the rows of this page contain are recorded.
  const answered = store
    .filter((one) => one.state === 'acked' && base.contains.includes(one.id))
    .map(({ id }) => id)
    .filter((id) => !base.acknowledged.some((one) => one.id === id));
  const added = base.cursor < decisions.length || answered.length > 0;
  if (login === 'member' && added && pages.length < setting.pulls) {
    const page = { since: base.cursor, upTo: decisions.length, answered };
    found.push({ what: 'a page comes', state: { ...state, pages: [...pages, page] } });
  }
  for (const page of pages) {
    const others = { ...state, pages: pages.filter((one) => one !== page) };
    found.push({ what: 'a page is applied', state: apply(others, setting, page) });
    if (setting.pulling.order === 'cursor first') {
      const cursor = page.upTo;
      found.push({ what: 'a cursor is written', state: { ...state, base: { ...base, cursor } } });
    }
  }
}

/** Models the removal of acknowledged operations in two transactions; the process may be killed between them. */
function settle(state: State, found: Move[]): void {
  const { base, store } = state;
  const takenOf = (id: string) => base.acknowledged.find((one) => one.id === id)?.taken;
  const budget = store.filter((one) => !isDone(one, takenOf(one.id)));
  const underWay = store.filter((one) => one.state === 'sending').map(({ id }) => id);
  const acknowledged = base.acknowledged.filter(({ id }) => underWay.includes(id));
  const half = { ...state, store: budget };
  if (budget.length < store.length && state.budget.kills > 0) {
    const ended = { ...half, ...spent(state, 'kills') };
    found.push({ what: 'the outbox removes it, and the puller is killed', state: ended });
  }
  if (acknowledged.length === base.acknowledged.length) return;
  const whole = { ...half, base: { ...base, acknowledged } };
  found.push({ what: 'the outbox removes it, and it is forgotten', state: whole });
}

/** Models the end of a pull: its rows contain everything that was acknowledged before its request. */
function removeContained(state: State, found: Move[]): void {
  const { store, contained } = state;
  const isContained = (one: OperationRow) => one.state === 'acked' && contained.includes(one.id);
  const budget = store.filter((one) => !isContained(one));
  found.push({
    what: 'the outbox removes what was answered before',
    state: { ...state, store: budget, contained: [] },
  });
}

/** Models applyPage() of pull.ts, which writes rows, cursor and acknowledgements in one transaction. */
function apply(state: State, { pulling }: Setting, page: Page): State {
  const { since, upTo, answered } = page;
  const { base, decisions, store } = state;
  if (pulling.checksCursor && base.cursor !== since) return state;
  const events = decisions.slice(since, upTo);
  const known = events.filter(({ id }) => store.some((one) => one.id === id));
  const added = known.filter(({ id }) => !base.acknowledged.some((one) => one.id === id));
  const acknowledged = [...base.acknowledged, ...added.map(({ id, taken }) => ({ id, taken }))];
  const ids = events.filter(({ taken }) => taken).map(({ id }) => id);
  const contains = sortIds([...new Set([...base.contains, ...ids])]);
  if (pulling.order === 'acknowledged first' && acknowledged.length > base.acknowledged.length) {
    return { ...state, base: { ...base, acknowledged }, pages: [...state.pages, page] };
  }
  const isNoted = (one: OperationRow) =>
    one.state === 'acked' && (pulling.notes === 'when it applies' || answered.includes(one.id));
  const noted = sortIds(store.filter(isNoted).map(({ id }) => id));
  return { ...state, base: { contains, acknowledged, cursor: upTo }, contained: noted };
}

/** Models isReportedDone() of pull.ts for operations on own rows. */
function isDone({ state }: OperationRow, taken: boolean | undefined): boolean {
  if (taken === undefined) return false;
  if (state === 'acked') return true;
  return taken && (state === 'unknown' || state === 'blocked' || state === 'pending');
}

function kill(state: State, index: number, found: Move[]): void {
  const process = state.processes[index];
  if (!process?.drain || state.budget.kills === 0) return;
  const wandering = process.drain.flights.filter(({ phase }) => phase === 'out').map(orphan);
  const after = { ...spent(state, 'kills'), orphans: [...state.orphans, ...wandering] };
  found.push({
    what: `process ${index} is killed`,
    state: withProcess({ ...state, ...after }, index, idle),
  });
}

/** A request may still arrive although no process waits for its response any more. */
function deliverOrphans(state: State, found: Move[]): void {
  for (const orphan of state.orphans) {
    const { decisions } = receive(state.decisions, orphan);
    const orphans = state.orphans.filter((one) => one !== orphan);
    found.push({
      what: `${orphan.row.kind} arrives late`,
      state: { ...state, decisions, orphans },
    });
  }
}

function person(state: State, found: Move[]): void {
  const { budget, login } = state;
  if (login !== 'member')
    found.push({ what: 'the member logs in', state: { ...state, login: 'member' } });
  if (budget.logins > 0 && login === 'member') {
    const other = { ...state, ...spent(state, 'logins'), login: 'other' as const };
    found.push({ what: 'another member logs in', state: other });
  }
  if (budget.discards === 0) return;
  for (const chosen of state.store) {
    const goesToo = (one: OperationRow) =>
      chosen.id === tipId && mainSubjectOf(one) === mainSubjectOf(chosen);
    const removed = state.store.filter((one) => one === chosen || goesToo(one)).map(({ id }) => id);
    found.push({
      what: `the person drops ${chosen.kind}`,
      state: {
        ...state,
        ...spent(state, 'discards'),
        store: state.store.filter(({ id }) => !removed.includes(id)),
        dropped: sortIds([...state.dropped, ...removed]),
      },
    });
  }
}

function sessionOf({ login }: State): SessionState {
  if (login === 'member') return 'signed-in';
  return login === 'other' ? 'none' : 'refused';
}

type Countable = 'kills' | 'losses' | 'storage' | 'discards' | 'logins' | 'closings' | 'abandons';

function spent({ budget }: State, what: Countable): { budget: Budget } {
  return { budget: { ...budget, [what]: budget[what] - 1 } };
}

function isUnauthorised({ phase, answer }: Flight): boolean {
  return phase === 'answered' && answer?.kind === 'refused' && answer.status === 401;
}

function orphan({ key, row, request, sentAs }: Flight): Orphan {
  return { key, row, request, sentAs };
}

function withProcess(state: State, index: number, process: Process): State {
  return { ...state, processes: state.processes.with(index, process) };
}
