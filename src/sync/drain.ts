import * as z from 'zod/mini';
import type { Answer, Api } from './api.ts';
import type { BackendKind } from './backend.ts';
import type { Clock } from './clock.ts';
import {
  type DrainCommand,
  type DrainEvent,
  type DrainState,
  initialState,
  type LineKnowledge,
} from './drain-state.ts';
import { understand } from './operations/registry.ts';
import { readOutbox } from './outbox.ts';
import type { FrozenRequest, OperationRow, OutboxStore } from './outbox-store.ts';
import type { PingAnswer } from './ping.ts';
import { isUnauthorised } from './pull.ts';
import type { SessionStanding } from './status.ts';
import { step } from './step.ts';
import { readToken } from './token.ts';

/** No new request starts after this long; with the time-out of the last one a drain lasts 25 s. */
const burstLength = 10_000;

/** The part of the browser's lock manager that a drain needs. */
export type Locks = {
  request<Result>(
    name: string,
    options: { signal?: AbortSignal },
    run: () => Promise<Result>,
  ): Promise<Result>;
};

/** What a drain is handed; the page and a service worker hand it different things. */
export type DrainParts = {
  memberId: string;
  outbox: OutboxStore;
  api: Api;
  ping: () => Promise<PingAnswer>;
  token: () => string | undefined;
  backend: () => BackendKind;
  session: () => SessionStanding;
  line: LineKnowledge;
  clock: Clock;
  random: () => number;
  /** Absent where the browser has none: the server's keys make an overlap harmless. */
  locks?: Locks | undefined;
  signal?: AbortSignal;
  /** The server took an operation, or refused it. */
  onOutcome?: (row: OperationRow, answer: Answer<unknown>) => void;
  onUnauthorised?: () => void;
};

/** How a drain ended: when there is something to do again, and what it learnt of the line. */
export type DrainEnd = { wakeAt: number | undefined; line: LineKnowledge };

/** A drain under way. */
export type Drain = {
  done: Promise<DrainEnd>;
  /** Tells it what happened meanwhile; `added` makes it read the outbox again. */
  tell(happened: 'added' | DrainEvent): void;
};

/** Sends what this device owes the server until nothing is ready, for at most one burst. */
export function startDrain(parts: DrainParts): Drain {
  const inbox = makeInbox<'added' | DrainEvent>();
  const name = `touchline:outbox:${parts.memberId}`;
  const options = parts.signal ? { signal: parts.signal } : {};
  const run = () => burst(parts, inbox);
  const done = parts.locks ? parts.locks.request(name, options, run) : run();
  return { done, tell: (happened) => inbox.put(happened) };
}

async function burst(parts: DrainParts, inbox: Inbox<'added' | DrainEvent>): Promise<DrainEnd> {
  const { clock, outbox, signal } = parts;
  const known = { memberId: parts.memberId, backend: parts.backend(), session: parts.session() };
  const drain: Running = {
    parts,
    inbox,
    state: initialState(known, parts.line),
    wakeAt: undefined,
  };
  const callOff = clock.after(burstLength, () => inbox.put({ type: 'closing', now: clock.now() }));
  const stop = () => inbox.put({ type: 'closing', now: clock.now() });
  signal?.addEventListener('abort', stop);
  try {
    // The outbox is read first: what was told before the lock came is about what stands in it.
    const operations = await readOutbox(outbox);
    await handle(drain, { type: 'loaded', operations, now: clock.now() });
    while (inbox.waiting() || drain.state.flight.size > 0 || drain.state.ping.busy) {
      const happened = await inbox.take();
      if (happened === 'added') await readAgain(drain);
      else await handle(drain, happened);
    }
  } finally {
    callOff();
    signal?.removeEventListener('abort', stop);
  }
  const { failures, ping, notBefore } = drain.state;
  return { wakeAt: drain.wakeAt, line: { failures, ping, notBefore } };
}

type Running = {
  parts: DrainParts;
  inbox: Inbox<'added' | DrainEvent>;
  state: DrainState;
  wakeAt: number | undefined;
};

async function readAgain(drain: Running): Promise<void> {
  const { outbox, clock } = drain.parts;
  // Requests are under way, and their answers matter more than a read that fails: the next drain
  // reads anew.
  const operations = await readOutbox(outbox).catch(() => undefined);
  if (operations) await handle(drain, { type: 'loaded', operations, now: clock.now() });
}

async function handle(drain: Running, event: DrainEvent): Promise<void> {
  const { state, commands } = step(drain.state, event);
  drain.state = state;
  // A closing drain plans nothing more; whatever is left is looked at again at once.
  drain.wakeAt = state.closing ? drain.parts.clock.now() : undefined;
  let written = true;
  for (const command of commands) {
    written = (await obey(drain, command)) && written;
  }
  if (event.type === 'answered') await announce(drain, event, written);
}

/** Does what the core decided; answers whether the storage kept up. */
async function obey(drain: Running, command: DrainCommand): Promise<boolean> {
  const { parts, inbox } = drain;
  switch (command.type) {
    case 'write':
      return (await write(parts.outbox, command.rows)) !== 'failed';
    case 'send':
      void attempt(parts, command.row, command.request)
        .catch(() => lostAttempt(parts, command.row))
        .then(inbox.put);
      return true;
    case 'ping':
      void pingEvent(parts)
        .catch(() => pingFailed(parts))
        .then(inbox.put);
      return true;
    case 'unauthorised':
      parts.onUnauthorised?.();
      return true;
    case 'wake':
      drain.wakeAt = command.at;
      return true;
  }
}

async function announce(
  drain: Running,
  { id, answer }: Extract<DrainEvent, { type: 'answered' }>,
  written: boolean,
): Promise<void> {
  const { parts, state } = drain;
  const row = state.operations.find((candidate) => candidate.id === id);
  if (!row) return;
  if (!written) {
    // The answer is not on disk, so for this device it never came: the same bytes go again.
    const { clock, random } = parts;
    await handle(drain, { type: 'outcome-lost', id, now: clock.now(), random: random() });
    return;
  }
  if (row.state !== 'unknown') parts.onOutcome?.(row, answer);
}

/** One attempt: the mark that it was sent reaches the disk before the first byte leaves. */
async function attempt(
  parts: DrainParts,
  row: OperationRow,
  request: FrozenRequest,
): Promise<DrainEvent> {
  const { clock, random, api, outbox } = parts;
  const token = tokenOfMember(parts, row);
  if (token === undefined) return { type: 'withheld', id: row.id, now: clock.now() };

  const marked = await write(outbox, [row]);
  if (marked === 'gone') return { type: 'gone', id: row.id, now: clock.now() };
  if (marked === 'failed') {
    return { type: 'not-sent', id: row.id, now: clock.now(), random: random() };
  }
  const answer = await api.send({ ...request, key: row.id, token }, replyOf(row, parts));
  // A new login came while an older one was being refused: the same bytes go again with the new one.
  if (isUnauthorised(answer) && parts.token() !== token) return lostAttempt(parts, row);
  return { type: 'answered', id: row.id, answer, now: clock.now(), random: random() };
}

/** The current token if it is this member's: nobody's work is ever sent in another's name. */
function tokenOfMember(
  { token, memberId, backend }: DrainParts,
  row: OperationRow,
): string | undefined {
  const current = token();
  const claims = readToken(current);
  if (!claims || row.memberId !== memberId) return undefined;
  const unnamed = claims.memberId === undefined && backend() === 'foreign';
  return claims.memberId === memberId || unnamed ? current : undefined;
}

/** The shape an answer must have; a foreign backend's replies to changes are left open by the spec. */
function replyOf(row: OperationRow, { backend, memberId }: DrainParts): z.ZodMiniType {
  const understood = understand(row);
  if (backend() === 'foreign' || typeof understood !== 'object') return z.unknown();
  const { operation, payload } = understood;
  const context = { entityId: row.entityId, foreign: false, memberId };
  return operation.request(payload, context).route.reply;
}

/** Whatever breaks on the way, the operation lands again: a drain must never wait for ever. */
function lostAttempt({ clock, random }: DrainParts, { id }: OperationRow): DrainEvent {
  const answer = { kind: 'unreachable', cause: 'network' } as const;
  return { type: 'answered', id, answer, now: clock.now(), random: random() };
}

async function pingEvent(parts: DrainParts): Promise<DrainEvent> {
  const answer = await parts.ping();
  if (answer.kind === 'unreachable') return pingFailed(parts, answer.retryAfter);
  return { type: 'pinged', backend: answer.kind, now: parts.clock.now() };
}

function pingFailed({ clock, random }: DrainParts, retryAfter = 0): DrainEvent {
  return { type: 'ping-failed', now: clock.now(), random: random(), retryAfter };
}

/**
 * Writes rows in one transaction, since each of them waits for the disk, without those that the
 * person or the pull has removed.
 */
async function write(
  outbox: OutboxStore,
  rows: readonly OperationRow[],
): Promise<'written' | 'gone' | 'failed'> {
  try {
    return await outbox.transaction('rw', outbox.operations, async () => {
      const stored = await outbox.operations.bulkGet(rows.map(({ seq }) => seq));
      const there = rows.filter(({ id }, index) => stored[index]?.id === id);
      if (there.length === 0) return 'gone';
      await outbox.operations.bulkPut(there);
      return 'written';
    });
  } catch {
    return 'failed';
  }
}

type Inbox<Message> = {
  put: (message: Message) => void;
  take: () => Promise<Message>;
  waiting: () => boolean;
};

function makeInbox<Message>(): Inbox<Message> {
  const messages: Message[] = [];
  let hand: ((message: Message) => void) | undefined;
  return {
    put(message) {
      if (!hand) {
        messages.push(message);
        return;
      }
      const give = hand;
      hand = undefined;
      give(message);
    },
    take() {
      const message = messages.shift();
      if (message !== undefined) return Promise.resolve(message);
      return new Promise((resolve) => {
        hand = resolve;
      });
    },
    waiting: () => messages.length > 0,
  };
}
