import * as z from 'zod/mini';
import type { Answer } from './api.ts';
import { backoff } from './backoff.ts';
import type { BackendKind } from './backend.ts';
import { creates } from './outbox.ts';
import type { OperationRow, Refusal } from './outbox-store.ts';

/** The moment an answer is judged at: this device's time, and chance for the jitter. */
export type Judging = { now: number; random: number; backend: BackendKind };

const Identified = z.looseObject({ id: z.optional(z.string()), _id: z.optional(z.string()) });

/**
 * What an answer makes of the operation that was sent. Only what the server itself said can
 * acknowledge or refuse; everything else leaves the outcome unknown, and the same bytes go again.
 */
export function afterAnswer(
  row: OperationRow,
  answer: Answer<unknown>,
  judging: Judging,
): OperationRow {
  switch (answer.kind) {
    case 'ok':
      return acked(row, answer, judging);
    case 'refused':
      return afterRefusal(row, answer, judging);
    case 'unchanged':
      return unknown(row, notUnderstood, judging);
    case 'unreachable':
      return unknown(row, unreachable[answer.cause], judging, answer.retryAfter);
  }
}

/** The same operation after a failure of our own bookkeeping: never refused for that. */
export function afterLostOutcome(row: OperationRow, judging: Judging): OperationRow {
  return unknown(row, notWritten, judging);
}

const notUnderstood: Refusal = { code: 'unreachable', message: 'The answer was not understood.' };
const mayHaveArrived: Refusal = {
  code: 'may-have-arrived',
  message: 'It may have been sent already: look at your tickets before you try again.',
};
const notWritten: Refusal = { code: 'storage', message: 'The answer could not be written down.' };
const unreachable: Record<'network' | 'timeout' | 'not-verified', Refusal> = {
  network: { code: 'unreachable', message: 'The server could not be reached.' },
  timeout: { code: 'unreachable', message: 'The server did not answer in time.' },
  'not-verified': { code: 'unreachable', message: 'Something else answered for the server.' },
};

function afterRefusal(
  row: OperationRow,
  { status, problem, retryAfter }: Extract<Answer<unknown>, { kind: 'refused' }>,
  judging: Judging,
): OperationRow {
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return unknown(row, problem, judging, retryAfter);
  }
  switch (status) {
    case 401:
      return { ...logged(row, problem.code, judging), state: 'blocked', blockedBy: 'auth' };
    case 403:
      if (problem.code !== 'email-unverified') break;
      return { ...refusedAs(row, 'blocked', problem, judging), blockedBy: 'unverified' };
    case 409:
      return afterConflict(row, problem, judging, retryAfter);
    case 412:
      return refusedAs(row, 'conflict', problem, judging);
    case 426:
      return { ...refusedAs(row, 'blocked', problem, judging), blockedBy: 'update' };
  }
  return refusedAs(row, 'rejected', problem, judging);
}

function afterConflict(
  row: OperationRow,
  problem: Refusal,
  judging: Judging,
  retryAfter?: number,
): OperationRow {
  if (problem.code === 'operation-in-progress') {
    const { now, random } = judging;
    return {
      ...refusedAs(row, 'unknown', problem, judging),
      nextAt: now + 1000 + Math.round(random * 2000),
      ...(retryAfter !== undefined && { notBefore: now + retryAfter }),
    };
  }
  if (problem.code === 'fixture-started') return refusedAs(row, 'rejected', problem, judging);

  // An earlier try whose answer was lost may be what did it; then the person has what they want.
  const doneBefore = problem.code.startsWith('already-') && row.attempts > 1;
  if (doneBefore) return acked(row, { status: 409, reply: undefined }, judging);
  return refusedAs(row, 'conflict', problem, judging);
}

function acked(
  row: OperationRow,
  answer: { status: number; reply: unknown; version?: number },
  judging: Judging,
): OperationRow {
  const { problem: _problem, blockedBy: _blocker, ...rest } = logged(row, 'acked', judging);
  const identified = Identified.safeParse(answer.reply);
  const id = identified.success ? (identified.data.id ?? identified.data._id) : undefined;
  return {
    ...rest,
    state: 'acked',
    ack: {
      status: answer.status,
      at: judging.now,
      ...(answer.version !== undefined && { version: answer.version }),
      ...(answer.reply !== undefined && { reply: answer.reply }),
    },
    ...(creates(row) && id !== undefined && id !== row.id && { entityId: id }),
  };
}

/**
 * An operation that may have arrived. A backend without keys would make a second tip of the same
 * slip, and so would one that nothing is known of yet: there the person decides.
 */
export function outcomeUnknown(row: OperationRow, backend: BackendKind): OperationRow {
  if (backend === 'ours' || !creates(row)) return { ...row, state: 'unknown' };
  return { ...row, state: 'blocked', blockedBy: 'person', problem: mayHaveArrived };
}

function unknown(
  row: OperationRow,
  problem: Refusal,
  judging: Judging,
  retryAfter = 0,
): OperationRow {
  const waiting = outcomeUnknown(refusedAs(row, 'unknown', problem, judging), judging.backend);
  if (waiting.state === 'blocked') return waiting;
  return {
    ...waiting,
    nextAt: judging.now + backoff(row.attempts, judging.random),
    notBefore: Math.max(row.notBefore, judging.now + retryAfter),
  };
}

function refusedAs(
  row: OperationRow,
  state: OperationRow['state'],
  problem: Refusal,
  judging: Judging,
): OperationRow {
  return { ...logged(row, problem.code, judging), state, problem };
}

const loggedLines = 20;

function logged(row: OperationRow, what: string, { now }: Judging): OperationRow {
  const line = { at: new Date(now).toISOString(), what };
  return { ...row, log: [...row.log, line].slice(-loggedLines) };
}
