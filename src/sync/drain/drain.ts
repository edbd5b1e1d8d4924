import type { ApiAnswer, Api } from '../backend/api.ts';
import { type Backend, touchlineBackend } from '../backend/backend.ts';
import type { Clock } from '../clock.ts';
import {
  type DrainCommand,
  type DrainEvent,
  type DrainState,
  createDrainState,
  type ConnectionState,
  type BatchEntry,
} from './state.ts';
import { isRepeatable } from './answer-rules.ts';
import {
  type DrainEventQueue,
  createDrainEventQueue,
  type DrainMessage,
} from './drain-event-queue.ts';
import { type DrainWriteResult, writeDrainRows } from './writes.ts';
import { readOutboxForDrain } from '../outbox/outbox.ts';
import type { MemberStore } from '../storage/member-store.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import { sendRequestBatch } from './request-batch.ts';
import type { PingAnswer } from '../backend/ping.ts';
import { hasWork } from './plan.ts';
import { isUnauthorised } from '../refresh/document.ts';
import type { SessionState } from '../status.ts';
import { stepDrain } from './step.ts';
import { runDurably } from '../storage/trouble.ts';
import { parseToken } from '../backend/token.ts';

/** Time after which no request starts, in milliseconds; the last request ends within 25 s. */
const maxDrainMs = 10_000;

/** The method of the browser's lock manager that a drain uses. */
export type Locks = {
  request<Result>(
    name: string,
    options: { signal?: AbortSignal; ifAvailable?: boolean },
    run: (granted?: unknown) => Promise<Result>,
  ): Promise<Result>;
};

/** Dependencies of a drain, from the page or the service worker. */
export type DrainDependencies = {
  memberId: string;
  store: MemberStore;
  api: Api;
  ping: () => Promise<PingAnswer>;
  token: () => string | undefined;
  backend: () => Backend | undefined;
  session: () => SessionState;
  connectionState: ConnectionState;
  /** True if the last response that this page got was valid. */
  isReachable?: () => boolean;
  clock: Clock;
  random: () => number;
  /** Absent in browsers without locks; idempotency keys make overlapping drains harmless. */
  locks?: Locks | undefined;
  /** A page waits for the lock, a worker does not; `ignore` overrides a hanging drain. */
  lock?: 'wait' | 'if-free' | 'ignore';
  signal?: AbortSignal;
  /** Called when a request or ping is sent. */
  onAttempt?: () => void;
  /** Called when an operation is accepted or refused, or gets a message before a retry. */
  onOutcome?: (row: OperationRow, answer: ApiAnswer<unknown>) => void;
  onUnauthorised?: () => void;
  /** Called when the outbox could not be read or written. */
  onTrouble?: (error: unknown) => void;
  trace?: DrainTrace | undefined;
};

/** Receives each event of a drain with its commands. */
export type DrainTrace = (event: DrainEvent, commands: readonly DrainCommand[]) => void;

/** The result of a drain. */
export type DrainResult = {
  /** Time at which the next operation is due. */
  wakeAt: number | undefined;
  connectionState: ConnectionState;
  /** True if another drain could send something. */
  hasMore: boolean;
};

/** A running drain. */
export type Drain = {
  done: Promise<DrainResult>;
  /** Adds an event; `added` makes the drain read the outbox again. */
  notify(happened: DrainMessage): void;
  /** Ends a hanging drain: releases the lock, starts no request, still applies late responses. */
  abandon(): void;
};

/** Sends pending operations until no operation is ready; starts no request after 10 s. */
export function startDrain(parts: DrainDependencies): Drain {
  const inbox = createDrainEventQueue();
  const abandoned = new AbortController();
  const run = () => rejectOnAbort(drainOutbox(parts, inbox, abandoned.signal), abandoned.signal);
  return {
    done: withLock(parts, abandoned.signal, run),
    notify: (happened) => inbox.put(happened),
    abandon: () => abandoned.abort(),
  };
}

async function withLock(
  parts: DrainDependencies,
  abandoned: AbortSignal,
  run: () => Promise<DrainResult>,
): Promise<DrainResult> {
  const { locks, lock = 'wait', connectionState } = parts;
  // failpoint: no-lock
  if (!locks || lock === 'ignore') return run();
  const name = `touchline:outbox:${parts.memberId}`;
  if (lock === 'if-free') {
    const taken: DrainResult = { wakeAt: undefined, connectionState, hasMore: true };
    return locks.request(name, { ifAvailable: true }, async (granted) => (granted ? run() : taken));
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
    // If the browser refuses locks, idempotency keys make overlapping drains harmless.
    return run();
  }
}

function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const ended = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true });
  return Promise.race([work, ended.promise]);
}

async function drainOutbox(
  parts: DrainDependencies,
  inbox: DrainEventQueue,
  abandoned: AbortSignal,
): Promise<DrainResult> {
  const { clock, store, signal } = parts;
  let drain: RunningDrain;
  const close = () => inbox.put({ type: 'closing', now: clock.now() });
  const callOff = clock.schedule(maxDrainMs, close);
  signal?.addEventListener('abort', close);
  abandoned.addEventListener('abort', close);
  try {
    // Reads the outbox before the events in `inbox`, because these refer to rows of the outbox.
    const operations = await runDurably(store, () => readOutboxForDrain(store));
    drain = { parts, inbox, abandoned, state: createStartState(parts), wakeAt: undefined };
    if (!abandoned.aborted)
      await handleEvent(drain, { type: 'loaded', operations, now: clock.now() });
    while (inbox.hasMessages() || drain.state.flight.size > 0 || drain.state.ping.busy) {
      const happened = await inbox.take();
      if (happened === 'added') await reloadOutbox(drain);
      else await handleEvent(drain, happened);
    }
  } catch (error) {
    parts.onTrouble?.(error);
    throw error;
  } finally {
    callOff();
    signal?.removeEventListener('abort', close);
    abandoned.removeEventListener('abort', close);
  }
  const { failures, ping, notBefore, retryAfterMs, batchSize } = drain.state;
  return {
    wakeAt: drain.wakeAt,
    connectionState: { failures, ping, notBefore, retryAfterMs, batchSize },
    hasMore: hasWork(drain.state),
  };
}

function createStartState({
  memberId,
  backend,
  session,
  connectionState,
  isReachable,
}: DrainDependencies): DrainState {
  const known = { memberId, backend: backend(), session: session() };
  if (!isReachable?.()) return createDrainState(known, connectionState);
  const ping = { ...connectionState.ping, attempts: 0, nextAt: 0 };
  return createDrainState(known, { ...connectionState, failures: 0, ping });
}

type RequestBatch = readonly BatchEntry[];

type RunningDrain = {
  parts: DrainDependencies;
  inbox: DrainEventQueue;
  abandoned: AbortSignal;
  state: DrainState;
  wakeAt: number | undefined;
};

async function reloadOutbox(drain: RunningDrain): Promise<void> {
  const { store, clock } = drain.parts;
  // After a failed read, responses in flight are still applied, and the next drain reads again.
  const operations = await catchAndReportTrouble(drain.parts, () =>
    runDurably(store, () => readOutboxForDrain(store)),
  );
  if (operations) await handleEvent(drain, { type: 'loaded', operations, now: clock.now() });
}

/** Runs `work`; if it throws, reports the error to `onTrouble` and returns undefined. */
async function catchAndReportTrouble<Value>(
  { onTrouble }: DrainDependencies,
  work: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    onTrouble?.(error);
    return undefined;
  }
}

async function handleEvent(drain: RunningDrain, event: DrainEvent): Promise<void> {
  const { state, commands } = stepDrain(drain.state, event);
  drain.parts.trace?.(event, commands);
  drain.state = state;
  // A closing drain starts no request; the next drain follows immediately.
  drain.wakeAt = state.closing ? drain.parts.clock.now() : undefined;
  const outcomes = commands.flatMap((command) => (command.type === 'write' ? command.rows : []));
  const requestBatch = commands.find((command) => command.type === 'send')?.requestBatch;
  const outdated = await writeAndSend(drain, outcomes, requestBatch);
  for (const command of commands) executeCommand(drain, command);
  if (event.type === 'answered') await reportAnswered(drain, event, outdated);
}

/**
 * Writes outcomes, and starts a request in the same transaction. Returns the ids of obsolete
 * outcomes, or undefined if the write failed.
 */
async function writeAndSend(
  drain: RunningDrain,
  outcomes: readonly OperationRow[],
  requestBatch: RequestBatch | undefined,
): Promise<OutdatedIds> {
  const { parts } = drain;
  const writing = requestBatch
    ? startAttempt(drain, requestBatch, outcomes)
    : catchAndReportTrouble(parts, () => writeDrainRows(parts.store, { outcomes }));
  return outcomes.length === 0 ? [] : (await writing)?.outdated;
}

type OutdatedIds = DrainWriteResult['outdated'] | undefined;

/** Starts one attempt; resolves when the outcomes and the state `sending` are stored. */
async function startAttempt(
  drain: RunningDrain,
  requestBatch: RequestBatch,
  outcomes: readonly OperationRow[],
): Promise<DrainWriteResult | undefined> {
  const { parts, inbox } = drain;
  parts.onAttempt?.();
  const token = tokenOfMember(parts, requestBatch);
  // failpoint: no-mark
  const marking = catchAndReportTrouble(parts, () =>
    writeDrainRows(parts.store, token === undefined ? { outcomes } : { outcomes, requestBatch }),
  );
  void makeAttempt(drain, requestBatch, { token, marking })
    .catch(() => createLostAttemptEvent(parts, requestBatch))
    .then(inbox.put);
  return marking;
}

function executeCommand(drain: RunningDrain, command: DrainCommand): void {
  const { parts, inbox } = drain;
  if (command.type === 'ping') {
    parts.onAttempt?.();
    void pingForEvent(parts)
      .catch(() => createPingFailedEvent(parts))
      .then(inbox.put);
  } else if (command.type === 'unauthorised') {
    parts.onUnauthorised?.();
  } else if (command.type === 'wake') {
    drain.wakeAt = command.at;
  }
}

async function reportAnswered(
  drain: RunningDrain,
  { answers }: Extract<DrainEvent, { type: 'answered' }>,
  outdated: OutdatedIds,
): Promise<void> {
  const { parts, state } = drain;
  if (!outdated) {
    // The responses were not stored, so identical bytes are sent again.
    const { clock, random } = parts;
    const ids = answers.map(({ id }) => id);
    await handleEvent(drain, { type: 'outcome-lost', ids, now: clock.now(), random: random() });
    return;
  }
  const answerById = new Map(answers.map(({ id, answer }) => [id, answer]));
  for (const row of state.operations) {
    const answer = answerById.get(row.id);
    // For an obsolete outcome, another tab or the pull was first and has reported it.
    const isReported = hasOutcome(row) || hasResponseMessages(row);
    if (answer && isReported && !outdated.includes(row.id)) reportOutcome(parts, row, answer);
  }
}

function reportOutcome(
  { onOutcome }: DrainDependencies,
  row: OperationRow,
  answer: ApiAnswer<unknown>,
): void {
  try {
    onOutcome?.(row, answer);
  } catch {
    // A failing listener must not stop the drain.
  }
}

/** True if an operation has an outcome and is not attempted again. */
function hasOutcome({ state }: OperationRow): boolean {
  return state !== 'unknown' && state !== 'pending' && state !== 'sending';
}

/** True if a spec-only backend answered with a message and the operation is sent again. */
function hasResponseMessages(row: OperationRow): boolean {
  return row.state === 'unknown' && isRepeatable(row) && row.problem?.words !== undefined;
}

/** Makes one attempt; operations are stored as `sending` before the first byte is sent. */
async function makeAttempt(
  { parts, inbox, abandoned }: RunningDrain,
  requestBatch: RequestBatch,
  { token, marking }: { token: string | undefined; marking: Promise<DrainWriteResult | undefined> },
): Promise<DrainEvent> {
  const { clock, random, api } = parts;
  const ids = requestBatch.map(({ row }) => row.id);
  if (token === undefined) return { type: 'no-login', ids, now: clock.now() };

  const marked = await marking;
  if (!marked || abandoned.aborted) {
    return { type: 'not-sent', ids, now: clock.now(), random: random() };
  }
  // failpoint: dequeue-before-send
  const { sendable, removed, found } = marked;
  const overtaken: DrainEvent = { type: 'overtaken', removed, found, now: clock.now() };
  if (sendable.length === 0) return overtaken;
  if (sendable.length < requestBatch.length) inbox.put(overtaken);

  const { replySchemaOf } = parts.backend() ?? touchlineBackend;
  const replyOf = ({ row }: BatchEntry) => replySchemaOf(row);
  const answers = await sendRequestBatch(sendable, { api, token, replyOf });
  if (answers === 'batch-refused') {
    return { type: 'batch-refused', ids: sendable.map(({ row }) => row.id), now: clock.now() };
  }
  // After a renewed login during the request, identical bytes are sent again with the new token.
  const renewed = parts.token() !== token;
  const results = answers.map(({ id, answer }) =>
    renewed && isUnauthorised(answer) ? { id, answer: unanswered } : { id, answer },
  );
  return { type: 'answered', answers: results, now: clock.now(), random: random() };
}

/** Returns this member's token: another member's login must not send the operation. */
function tokenOfMember(
  { token, memberId, backend }: DrainDependencies,
  requestBatch: RequestBatch,
): string | undefined {
  const current = token();
  const claims = parseToken(current);
  if (!claims || requestBatch.some(({ row }) => row.memberId !== memberId)) return undefined;
  const unnamed = claims.memberId === undefined && backend()?.kind === 'spec';
  return claims.memberId === memberId || unnamed ? current : undefined;
}

const unanswered = { kind: 'unreachable', cause: 'network' } as const;

/** The event of an attempt that threw; without this event the drain would wait forever. */
function createLostAttemptEvent(
  { clock, random }: DrainDependencies,
  requestBatch: RequestBatch,
): DrainEvent {
  const answers = requestBatch.map(({ row }) => ({ id: row.id, answer: unanswered }));
  return { type: 'answered', answers, now: clock.now(), random: random() };
}

async function pingForEvent(parts: DrainDependencies): Promise<DrainEvent> {
  const answer = await parts.ping();
  if (answer.kind === 'unreachable') return createPingFailedEvent(parts, answer.retryAfter);
  return { type: 'pinged', backend: answer.backend, now: parts.clock.now() };
}

function createPingFailedEvent({ clock, random }: DrainDependencies, retryAfter = 0): DrainEvent {
  return { type: 'ping-failed', now: clock.now(), random: random(), retryAfter };
}
