import type { Answer, Api } from './api.ts';
import { type Backend, ownBackend } from './backend.ts';
import type { Clock } from './clock.ts';
import {
  type DrainCommand,
  type DrainEvent,
  type DrainState,
  initialState,
  type ConnectionState,
  type BatchEntry,
} from './drain-state.ts';
import { type Inbox, makeInbox, type Message } from './inbox.ts';
import { type Marked, writeDown } from './drain-writes.ts';
import { readOutbox } from './outbox.ts';
import type { MemberStore } from './member-store.ts';
import type { OperationRow } from './operation-row.ts';
import { sendRequestBatch } from './request-batch.ts';
import type { PingAnswer } from './ping.ts';
import { hasWork } from './plan.ts';
import { isUnauthorised } from './pull.ts';
import type { SessionStanding } from './status.ts';
import { step } from './step.ts';
import { durably } from './storage-trouble.ts';
import { readToken } from './token.ts';

/** No new request starts after this long; with the time-out of the last one a drain lasts 25 s. */
const drainLength = 10_000;

/** The part of the browser's lock manager that a drain needs. */
export type Locks = {
  request<Result>(
    name: string,
    options: { signal?: AbortSignal; ifAvailable?: boolean },
    run: (held?: unknown) => Promise<Result>,
  ): Promise<Result>;
};

/** What a drain is handed; the page and a service worker hand it different things. */
export type DrainParts = {
  memberId: string;
  store: MemberStore;
  api: Api;
  ping: () => Promise<PingAnswer>;
  token: () => string | undefined;
  backend: () => Backend | undefined;
  session: () => SessionStanding;
  line: ConnectionState;
  /** Whether the last answer anybody has heard was the server's own. */
  reachable?: () => boolean;
  clock: Clock;
  random: () => number;
  /** Absent where the browser has none: the server's keys make an overlap harmless. */
  locks?: Locks | undefined;
  /** A page waits for its turn, a worker does not, and nobody waits for a drain that hangs. */
  lock?: 'wait' | 'if-free' | 'ignore';
  signal?: AbortSignal;
  /** Something was sent, or asked for. */
  onAttempt?: () => void;
  /** The server took an operation, or refused it. */
  onOutcome?: (row: OperationRow, answer: Answer<unknown>) => void;
  onUnauthorised?: () => void;
  /** The outbox could not be read or written. */
  onTrouble?: (error: unknown) => void;
  /** Hears each event and what the core decided, for a log that explains a queue. */
  trace?: Trace | undefined;
};

/** A listener to the events of a drain, and to the commands they led to. */
export type Trace = (event: DrainEvent, commands: readonly DrainCommand[]) => void;

/** How a drain ended. */
export type DrainEnd = {
  /** When there is something to do again. */
  wakeAt: number | undefined;
  line: ConnectionState;
  /** Whether it leaves something that another drain could send. */
  left: boolean;
};

/** A drain under way. */
export type Drain = {
  done: Promise<DrainEnd>;
  /** Tells it what happened meanwhile; `added` makes it read the outbox again. */
  tell(happened: Message): void;
  /** Ends a drain that hangs: it frees its lock and starts nothing; what comes late still counts. */
  abandon(): void;
};

/** Sends what this device owes the server until nothing is ready, for ten seconds at most. */
export function startDrain(parts: DrainParts): Drain {
  const inbox = makeInbox();
  const abandoned = new AbortController();
  const run = () => untilAborted(drainOutbox(parts, inbox, abandoned.signal), abandoned.signal);
  return {
    done: withLock(parts, abandoned.signal, run),
    tell: (happened) => inbox.put(happened),
    abandon: () => abandoned.abort(),
  };
}

async function withLock(
  parts: DrainParts,
  abandoned: AbortSignal,
  run: () => Promise<DrainEnd>,
): Promise<DrainEnd> {
  const { locks, lock = 'wait', line } = parts;
  if (!locks || lock === 'ignore') return run();
  const name = `touchline:outbox:${parts.memberId}`;
  if (lock === 'if-free') {
    const taken: DrainEnd = { wakeAt: undefined, line, left: true };
    return locks.request(name, { ifAvailable: true }, async (held) => (held ? run() : taken));
  }

  const signal = parts.signal ? AbortSignal.any([parts.signal, abandoned]) : abandoned;
  let begun = false;
  try {
    return await locks.request(name, { signal }, () => {
      begun = true;
      return run();
    });
  } catch (error) {
    if (begun || signal.aborted) throw error;
    // A browser that gives no locks here has the server's keys all the same.
    return run();
  }
}

/** The work itself, or an error as soon as nobody waits for it any more. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const ended = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true });
  return Promise.race([work, ended.promise]);
}

async function drainOutbox(
  parts: DrainParts,
  inbox: Inbox,
  abandoned: AbortSignal,
): Promise<DrainEnd> {
  const { clock, store, signal } = parts;
  let drain: Running;
  const close = () => inbox.put({ type: 'closing', now: clock.now() });
  const callOff = clock.after(drainLength, close);
  signal?.addEventListener('abort', close);
  abandoned.addEventListener('abort', close);
  try {
    // The outbox is read first: what was told before the lock came is about what stands in it.
    const operations = await durably(store, () => readOutbox(store));
    // By now somebody else may have heard the server.
    drain = { parts, inbox, abandoned, state: startingState(parts), wakeAt: undefined };
    if (!abandoned.aborted) await handle(drain, { type: 'loaded', operations, now: clock.now() });
    while (inbox.waiting() || drain.state.flight.size > 0 || drain.state.ping.busy) {
      const happened = await inbox.take();
      if (happened === 'added') await readAgain(drain);
      else await handle(drain, happened);
    }
  } catch (error) {
    parts.onTrouble?.(error);
    throw error;
  } finally {
    callOff();
    signal?.removeEventListener('abort', close);
    abandoned.removeEventListener('abort', close);
  }
  const { failures, ping, notBefore, batchSize } = drain.state;
  return {
    wakeAt: drain.wakeAt,
    line: { failures, ping, notBefore, batchSize },
    left: hasWork(drain.state),
  };
}

function startingState({ memberId, backend, session, line, reachable }: DrainParts): DrainState {
  const known = { memberId, backend: backend(), session: session() };
  return initialState(known, reachable?.() ? afterHearing(line) : line);
}

/** A line on which somebody else has just heard the server. */
function afterHearing(line: ConnectionState): ConnectionState {
  return { ...line, failures: 0, ping: { ...line.ping, attempts: 0, nextAt: 0 } };
}

type RequestBatch = readonly BatchEntry[];

type Running = {
  parts: DrainParts;
  inbox: Inbox;
  abandoned: AbortSignal;
  state: DrainState;
  wakeAt: number | undefined;
};

async function readAgain(drain: Running): Promise<void> {
  const { store, clock } = drain.parts;
  // Requests are under way, and their answers matter more than a read that fails: the next drain
  // reads anew.
  const operations = await unlessTrouble(drain.parts, () =>
    durably(store, () => readOutbox(store)),
  );
  if (operations) await handle(drain, { type: 'loaded', operations, now: clock.now() });
}

/** What came of an act on the disk; `undefined` when the disk failed. */
async function unlessTrouble<Value>(
  { onTrouble }: DrainParts,
  act: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await act();
  } catch (error) {
    onTrouble?.(error);
    return undefined;
  }
}

async function handle(drain: Running, event: DrainEvent): Promise<void> {
  const { state, commands } = step(drain.state, event);
  drain.parts.trace?.(event, commands);
  drain.state = state;
  // A closing drain plans nothing more; whatever is left is looked at again at once.
  drain.wakeAt = state.closing ? drain.parts.clock.now() : undefined;
  const news = commands.flatMap((command) => (command.type === 'write' ? command.rows : []));
  const requestBatches = commands.flatMap((command) =>
    command.type === 'send' ? [command.requestBatch] : [],
  );
  const outdated = await depart(drain, news, requestBatches);
  for (const command of commands) obey(drain, command);
  if (event.type === 'answered') await announce(drain, event, outdated);
}

/**
 * Writes down the news and sends what builds on it: what the disk does not know has not happened.
 * Answers the news that somebody else had been ahead of; `undefined` when the disk failed.
 */
async function depart(
  drain: Running,
  news: readonly OperationRow[],
  [first, ...others]: readonly RequestBatch[],
): Promise<Outdated> {
  const { parts } = drain;
  const writing = first
    ? send(drain, first, news)
    : unlessTrouble(parts, () => writeDown(parts.store, { news }));
  const outdated = news.length === 0 ? [] : (await writing)?.outdated;
  for (const requestBatch of others) {
    if (outdated) void send(drain, requestBatch);
    else withhold(drain, requestBatch);
  }
  return outdated;
}

type Outdated = Marked['outdated'] | undefined;

/** Starts one attempt, and writes the news down together with its mark; answers once that is done. */
async function send(
  drain: Running,
  requestBatch: RequestBatch,
  news: readonly OperationRow[] = [],
): Promise<Marked | undefined> {
  const { parts, inbox } = drain;
  parts.onAttempt?.();
  const token = tokenOfMember(parts, requestBatch);
  const writing = token === undefined ? { news } : { news, requestBatch };
  const marking = unlessTrouble(parts, () => writeDown(parts.store, writing));
  void attempt(drain, requestBatch, { token, marking })
    .catch(() => lostAttempt(parts, requestBatch))
    .then(inbox.put);
  return marking;
}

function withhold({ parts, inbox }: Running, requestBatch: RequestBatch): void {
  const ids = requestBatch.map(({ row }) => row.id);
  inbox.put({ type: 'not-sent', ids, now: parts.clock.now(), random: parts.random() });
}

/** Does what the core decided besides writing and sending. */
function obey(drain: Running, command: DrainCommand): void {
  const { parts, inbox } = drain;
  if (command.type === 'ping') {
    parts.onAttempt?.();
    void pingEvent(parts)
      .catch(() => pingFailed(parts))
      .then(inbox.put);
  } else if (command.type === 'unauthorised') {
    parts.onUnauthorised?.();
  } else if (command.type === 'wake') {
    drain.wakeAt = command.at;
  }
}

async function announce(
  drain: Running,
  { answers }: Extract<DrainEvent, { type: 'answered' }>,
  outdated: Outdated,
): Promise<void> {
  const { parts, state } = drain;
  if (!outdated) {
    // The answers are not on disk, so for this device they never came: the same bytes go again.
    const { clock, random } = parts;
    const ids = answers.map(({ id }) => id);
    await handle(drain, { type: 'outcome-lost', ids, now: clock.now(), random: random() });
    return;
  }
  const answerById = new Map(answers.map(({ id, answer }) => [id, answer]));
  for (const row of state.operations) {
    const answer = answerById.get(row.id);
    // What another tab or the pull had been ahead of was announced by them.
    if (answer && isOutcome(row) && !outdated.includes(row.id)) reportOutcome(parts, row, answer);
  }
}

function reportOutcome(
  { onOutcome }: DrainParts,
  row: OperationRow,
  answer: Answer<unknown>,
): void {
  try {
    onOutcome?.(row, answer);
  } catch {
    // Whoever cannot show an outcome must not hold up what is still to be sent.
  }
}

/** Whether the server has had its say; what is to be tried again has no outcome yet. */
function isOutcome({ state }: OperationRow): boolean {
  return state !== 'unknown' && state !== 'pending' && state !== 'sending';
}

/** One attempt: the mark that they were sent reaches the disk before the first byte leaves. */
async function attempt(
  { parts, inbox, abandoned }: Running,
  requestBatch: RequestBatch,
  { token, marking }: { token: string | undefined; marking: Promise<Marked | undefined> },
): Promise<DrainEvent> {
  const { clock, random, api } = parts;
  const ids = requestBatch.map(({ row }) => row.id);
  if (token === undefined) return { type: 'withheld', ids, now: clock.now() };

  const marked = await marking;
  if (!marked || abandoned.aborted) {
    return { type: 'not-sent', ids, now: clock.now(), random: random() };
  }
  const { going, gone, found } = marked;
  const overtaken: DrainEvent = { type: 'overtaken', gone, found, now: clock.now() };
  if (going.length === 0) return overtaken;
  if (going.length < requestBatch.length) inbox.put(overtaken);

  const { replyTo } = parts.backend() ?? ownBackend;
  const replyOf = ({ row }: BatchEntry) => replyTo(row);
  const answers = await sendRequestBatch(going, { api, token, replyOf });
  if (answers === 'batch-refused') {
    return { type: 'batch-refused', ids: going.map(({ row }) => row.id), now: clock.now() };
  }
  // A new login came while an older one was being refused: the same bytes go again with the new one.
  const renewed = parts.token() !== token;
  const told = answers.map(({ id, answer }) =>
    renewed && isUnauthorised(answer) ? { id, answer: unanswered } : { id, answer },
  );
  return { type: 'answered', answers: told, now: clock.now(), random: random() };
}

/** The current token if it is this member's: nobody's work is ever sent in another's name. */
function tokenOfMember(
  { token, memberId, backend }: DrainParts,
  requestBatch: RequestBatch,
): string | undefined {
  const current = token();
  const claims = readToken(current);
  if (!claims || requestBatch.some(({ row }) => row.memberId !== memberId)) return undefined;
  const unnamed = claims.memberId === undefined && backend()?.can.verifiedResponses === false;
  return claims.memberId === memberId || unnamed ? current : undefined;
}

const unanswered = { kind: 'unreachable', cause: 'network' } as const;

/** Whatever breaks on the way, operations land again: a drain must never wait for ever. */
function lostAttempt({ clock, random }: DrainParts, requestBatch: RequestBatch): DrainEvent {
  const answers = requestBatch.map(({ row }) => ({ id: row.id, answer: unanswered }));
  return { type: 'answered', answers, now: clock.now(), random: random() };
}

async function pingEvent(parts: DrainParts): Promise<DrainEvent> {
  const answer = await parts.ping();
  if (answer.kind === 'unreachable') return pingFailed(parts, answer.retryAfter);
  return { type: 'pinged', backend: answer.backend, now: parts.clock.now() };
}

function pingFailed({ clock, random }: DrainParts, retryAfter = 0): DrainEvent {
  return { type: 'ping-failed', now: clock.now(), random: random(), retryAfter };
}
