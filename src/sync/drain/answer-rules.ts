import { hasText } from '#contract/tip-texts.ts';
import type { ApiAnswer } from '../backend/api.ts';
import { backoffMs } from './backoff.ts';
import type { Backend } from '../backend/backend.ts';
import type { OperationProblem, OperationRow } from '../outbox/operation-row.ts';
import { parseProblemFixture } from '../operations/desk.ts';
import { operationOf, payloadOfKind, parseOperation } from '../operations/registry.ts';
import { isCreation } from '../outbox/outbox.ts';

/** Inputs for applying a response; `now` is device time, and `random` is for the jitter. */
export type AnswerContext = {
  now: number;
  random: number;
  backend: Backend | undefined;
  /** True if the operation that creates the subject is still pending. */
  isCreationPending?: boolean;
};

/**
 * Computes an operation's next state from a response. Only a valid response acknowledges or refuses
 * the operation; any other response leaves the outcome unknown, and identical bytes are sent again.
 */
export function applyAnswer(
  row: OperationRow,
  answer: ApiAnswer<unknown>,
  judging: AnswerContext,
): OperationRow {
  const notNow = retryLaterProblemOf(answer);
  if (notNow)
    return scheduleRetry(
      recordProblem(row, 'unknown', notNow, judging),
      judging,
      retryDelayOf(answer),
    );
  switch (answer.kind) {
    case 'ok':
      return acknowledge(row, answer, judging);
    case 'refused':
      return applyProblem(row, answer, judging);
    case 'unchanged':
      return retryUnknownOutcome(row, unparsableReply, judging);
    case 'unreachable':
      // failpoint: any-2xx-is-success
      return retryUnknownOutcome(row, unreachable[answer.cause], judging, answer.retryAfter);
  }
}

/** True if the server reports that it did not execute the operation. */
export function isNotAttempted(answer: ApiAnswer<unknown>): boolean {
  return answer.kind === 'refused' && answer.status === 424;
}

/**
 * The problem of a 503 with Retry-After, from the server or a proxy: the operation was not
 * executed.
 */
function retryLaterProblemOf(answer: ApiAnswer<unknown>): OperationProblem | undefined {
  if (retryDelayOf(answer) === undefined) return undefined;
  if (answer.kind === 'refused' && answer.status === 503) return answer.problem;
  if (answer.kind === 'unreachable' && answer.status === 503) return unreachable[answer.cause];
  return undefined;
}

function retryDelayOf(answer: ApiAnswer<unknown>): number | undefined {
  return 'retryAfter' in answer ? answer.retryAfter : undefined;
}

/** Applied if a response could not be stored: the outcome becomes unknown. */
export function applyLostOutcome(row: OperationRow, judging: AnswerContext): OperationRow {
  return retryUnknownOutcome(row, outcomeNotStored, judging);
}

const unparsableReply: OperationProblem = {
  code: 'not-understood',
  message: 'Something else answered for the server.',
};
const mayHaveArrived: OperationProblem = {
  code: 'may-have-arrived',
  message: 'It may have been sent already: look at your tickets before you try again.',
};
const mayBeDone: OperationProblem = {
  code: 'may-be-done',
  message:
    'The server answered with an error. It may be done all the same: look before you try again.',
};
const idUnknown: OperationProblem = {
  code: 'id-unknown',
  message: 'The server has not said which ticket this is: book it from your tickets.',
};
const noAnalysis: OperationProblem = {
  code: 'no-analysis',
  message: 'The server takes no analysis: the tip can be posted without it.',
};
const outcomeNotStored: OperationProblem = {
  code: 'storage',
  message: 'The answer could not be written down.',
};
const unreachable: Record<'network' | 'timeout' | 'not-verified', OperationProblem> = {
  network: { code: 'unreachable', message: 'The server could not be reached.' },
  timeout: { code: 'unreachable', message: 'The server did not answer in time.' },
  'not-verified': unparsableReply,
};

function applyProblem(
  row: OperationRow,
  { status, problem, retryAfter }: Extract<ApiAnswer<unknown>, { kind: 'refused' }>,
  judging: AnswerContext,
): OperationRow {
  if (status === 424 || status === 425 || status === 429) {
    return scheduleRetry(recordProblem(row, 'unknown', problem, judging), judging, retryAfter);
  }
  if (status >= 500 || status === 408)
    return retryUnknownOutcome(row, problem, judging, retryAfter);
  if (isAlreadyExecuted(row, problem, judging))
    return acknowledge(row, { status, reply: undefined }, judging);
  switch (status) {
    case 401:
      // failpoint: unauthorised-refuses
      return { ...appendLogEntry(row, problem.code, judging), state: 'blocked', blockedBy: 'auth' };
    case 403:
      if (problem.code !== 'email-unverified') break;
      return { ...recordProblem(row, 'blocked', problem, judging), blockedBy: 'unverified' };
    case 404:
      if (judging.isCreationPending !== true) break;
      return retryUnknownOutcome(row, problem, judging, retryAfter);
    case 409:
      return applyConflict(row, problem, judging, retryAfter);
    case 412:
      if (isChangeAlreadyMade(row, problem))
        return acknowledge(row, { status, reply: undefined }, judging);
      return recordProblem(row, 'conflict', problem, judging);
    case 426:
      return { ...recordProblem(row, 'blocked', problem, judging), blockedBy: 'update' };
  }
  return recordProblem(row, 'rejected', problem, judging);
}

/** True if the fixture in the response already has the change, made by somebody else. */
function isChangeAlreadyMade(row: OperationRow, problem: OperationProblem): boolean {
  const fixture = parseProblemFixture(problem);
  const parsed = parseOperation(row);
  if (!fixture || typeof parsed !== 'object') return false;
  const { operation, payload } = parsed;
  return operation.about === 'desk' && operation.isAlreadyMade?.(payload, fixture) === true;
}

function applyConflict(
  row: OperationRow,
  problem: OperationProblem,
  judging: AnswerContext,
  retryAfter?: number,
): OperationRow {
  if (problem.code === 'operation-in-progress') {
    const { now, random } = judging;
    return {
      ...recordProblem(row, 'unknown', problem, judging),
      nextAt: now + 1000 + Math.round(random * 2000),
      ...computeNotBefore(row, now, retryAfter),
    };
  }
  if (isPostRefusal(problem.code)) return recordProblem(row, 'rejected', problem, judging);
  return isConflictUncertain(row, judging)
    ? scheduleRetry(recordProblem(row, 'unknown', problem, judging), judging, retryAfter)
    : recordProblem(row, 'conflict', problem, judging);
}

/** True for a conflict caused by the post itself, not by another change. */
function isPostRefusal(code: string): boolean {
  return code === 'fixture-started' || code === 'already-tipped' || code === 'selection-limit';
}

/** The spec's message for a repeated follow. */
const alreadyFollowed = 'You already followed this user';

/** True if a refusal shows that an earlier attempt succeeded, whose response was lost. */
function isAlreadyExecuted(
  row: OperationRow,
  { code, words = [] }: OperationProblem,
  { backend }: AnswerContext,
): boolean {
  if (row.attempts < 2) return false;
  if (operationOf(row)?.alreadyDoneCode === code) return true;
  const follows = payloadOfKind(row, 'follow.set')?.following === true;
  return follows && backend?.kind === 'spec' && words.includes(alreadyFollowed);
}

/** Attempts until a conflict is final, although a lost response may have been its cause. */
const attemptsUntilConflictIsFinal = 4;

/**
 * True if a conflict may come from an own attempt whose response was lost, on a backend without
 * problem codes: lists show the outcome, and the conflict is final after some attempts.
 */
function isConflictUncertain(row: OperationRow, { backend }: AnswerContext): boolean {
  const isAgain = row.attempts > 1 && row.attempts < attemptsUntilConflictIsFinal;
  return isAgain && backend?.kind === 'spec' && operationOf(row)?.alreadyDoneCode !== undefined;
}

function acknowledge(
  row: OperationRow,
  answer: { status: number; reply: unknown; version?: number },
  judging: AnswerContext,
): OperationRow {
  const { problem: _problem, blockedBy: _blocker, ...rest } = appendLogEntry(row, 'acked', judging);
  const { backend } = judging;
  const id = isCreation(row) ? backend?.createdId(answer.reply, row) : undefined;
  return {
    ...rest,
    state: 'acked',
    ack: {
      status: answer.status,
      at: judging.now,
      ...(answer.version !== undefined && { version: answer.version }),
      ...(answer.reply !== undefined && { reply: answer.reply }),
    },
    ...(id !== undefined && (id !== row.id || backend?.kind !== 'touchline') && { entityId: id }),
  };
}

/**
 * Marks an operation that may have arrived. Without idempotency keys a repetition may execute
 * twice, so the member decides, unless the operation is repeatable.
 */
export function markOutcomeUnknown(
  row: OperationRow,
  backend: Backend | undefined,
  problem: OperationProblem = mayHaveArrived,
): OperationRow {
  if (backend?.kind === 'touchline' || isRepeatable(row)) return { ...row, state: 'unknown' };
  return { ...row, state: 'blocked', blockedBy: 'person', problem };
}

/** True if sending the operation twice has no other effect than once, on every backend. */
export function isRepeatable(row: OperationRow): boolean {
  return operationOf(row)?.repeatable === true;
}

/** True if the operation waits for the member only because it may have arrived. */
export function isArrivalUncertain({ state, blockedBy, problem }: OperationRow): boolean {
  const mayBe = [mayHaveArrived.code, mayBeDone.code].includes(problem?.code ?? '');
  return state === 'blocked' && blockedBy === 'person' && mayBe;
}

/** True if the operation created a tip and the backend did not send the tip's id. */
export function isBackendIdMissing(row: OperationRow): boolean {
  return row.state === 'acked' && row.entityId === undefined && isCreation(row);
}

/** Blocks an operation on a tip whose id is unknown: the member must use the backend's own site. */
export function blockForMissingBackendId(row: OperationRow): OperationRow {
  return { ...row, state: 'blocked', blockedBy: 'person', problem: idUnknown };
}

/**
 * Blocks a post with an analysis if the backend has no such field; undefined if the post need not
 * be blocked, or if the member has decided to send it without the analysis.
 */
export function blockUnsupportedAnalysis(
  row: OperationRow,
  backend: Backend,
): OperationRow | undefined {
  if (backend.kind === 'touchline' || row.problem?.code === noAnalysis.code) return undefined;
  const post = payloadOfKind(row, 'tip.post');
  if (!post || !hasText(post)) return undefined;
  return { ...row, state: 'blocked', blockedBy: 'person', problem: noAnalysis };
}

function retryUnknownOutcome(
  row: OperationRow,
  problem: OperationProblem,
  judging: AnswerContext,
  retryAfter = 0,
): OperationRow {
  const refused = recordProblem(row, 'unknown', problem, judging);
  if (isRepeatable(row)) return scheduleRetry(refused, judging, retryAfter);
  const isAnswered = problem.status !== undefined;
  const undecided = isAnswered ? { ...problem, ...mayBeDone } : mayHaveArrived;
  const waiting = markOutcomeUnknown(refused, judging.backend, undecided);
  return waiting.state === 'blocked' ? waiting : scheduleRetry(waiting, judging, retryAfter);
}

function scheduleRetry(
  row: OperationRow,
  { now, random }: AnswerContext,
  retryAfter = 0,
): OperationRow {
  return {
    ...row,
    nextAt: now + backoffMs(row.attempts, random),
    ...computeNotBefore(row, now, retryAfter),
  };
}

/** Sets `notBefore` only for a Retry-After: a clock change could extend it to an hour otherwise. */
function computeNotBefore(
  row: OperationRow,
  now: number,
  retryAfterMs = 0,
): Pick<OperationRow, 'notBefore' | 'retryAfterMs'> {
  const { notBefore } = row;
  if (retryAfterMs <= 0 || notBefore >= now + retryAfterMs) return { notBefore };
  return { notBefore: now + retryAfterMs, retryAfterMs };
}

function recordProblem(
  row: OperationRow,
  state: OperationRow['state'],
  problem: OperationProblem,
  judging: AnswerContext,
): OperationRow {
  return { ...appendLogEntry(row, problem.code, judging), state, problem };
}

const maxLogEntries = 20;

/** Appends an entry to the row's log and drops the oldest above `maxLogEntries`. */
export function appendLogEntry(
  row: OperationRow,
  what: string,
  { now }: Pick<AnswerContext, 'now'>,
): OperationRow {
  const entry = { at: new Date(now).toISOString(), what };
  return { ...row, log: [...row.log, entry].slice(-maxLogEntries) };
}
