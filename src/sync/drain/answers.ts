import { maxOf } from '#domain/extremes.ts';
import { batchLimit } from '#contract/limits.ts';
import type { ApiAnswer } from '../backend/api.ts';
import { isCreation } from '../outbox/outbox.ts';
import type { OperationRow } from '../outbox/operation-row.ts';
import {
  applyAnswer,
  isBackendIdMissing,
  isNotAttempted,
  blockForMissingBackendId,
} from './answer-rules.ts';
import { backoffMs } from './backoff.ts';
import { endFlight, restoreUnsent } from './flight.ts';
import type { DrainEvent, DrainState } from './state.ts';
import { mainSubjectOf, hasCommonSubject } from '../outbox/subjects.ts';

type AnsweredEvent = Extract<DrainEvent, { type: 'answered' }>;

/** Applies the responses to one request: updates its operations, the batch size and the pause. */
export function applyAnswers(state: DrainState, event: AnsweredEvent): DrainState {
  const judged = applyEachAnswer(state, event);
  const answers = event.answers.map(({ answer }) => answer);
  if (answers.every(({ kind }) => kind === 'unreachable')) {
    const batchSize = state.flight.size > 1 ? reduceBatchSize(state.batchSize) : state.batchSize;
    return { ...judged, failures: state.failures + 1, batchSize };
  }

  return {
    ...judged,
    failures: 0,
    batchSize: increaseBatchSize(state.batchSize),
    ...pauseAfterRateLimit(state, answers, event.now),
  };
}

/** Applies each response to its row, and copies versions and ids to later rows of the subject. */
function applyEachAnswer(state: DrainState, { answers, now, random }: AnsweredEvent): DrainState {
  const answerById = new Map(answers.map(({ id, answer }) => [id, answer]));
  // If the server executed no operation, an immediate retry would be useless.
  const noneTried = answers.every(({ answer }) => isNotAttempted(answer));
  const judged = endFlight(state, [...answerById.keys()], (row, before) => {
    const answer = answerById.get(row.id);
    if (!answer) return row;
    if (isNotAttempted(answer)) {
      return noneTried
        ? { ...row, state: before.state, nextAt: now + backoffMs(row.attempts, random) }
        : restoreUnsent(row, before);
    }
    const awaited = isAwaitingCreation(state, row, answer);
    return applyAnswer(row, answer, {
      now,
      random,
      backend: state.backend,
      isCreationPending: awaited,
    });
  });
  return copyVersionsToUnsentRows(judged, answerById);
}

/** True for a 404 whose subject is created by an operation that is still pending. */
function isAwaitingCreation(
  state: DrainState,
  row: OperationRow,
  answer: ApiAnswer<unknown>,
): boolean {
  if (answer.kind !== 'refused' || answer.status !== 404) return false;
  return state.operations.some(
    (other) =>
      other.state !== 'acked' &&
      other.seq < row.seq &&
      hasCommonSubject(other, row) &&
      isCreation(other),
  );
}

/** Halves the batch size after a timeout; 1 disables batches. */
function reduceBatchSize(batchSize: number): number {
  return Math.ceil(batchSize / 2);
}

function increaseBatchSize(batchSize: number): number {
  return batchSize === 0 ? 0 : Math.min(batchSize + 4, batchLimit);
}

/** Pauses all requests of this member after a 429, except for the daily limit of tips. */
function pauseAfterRateLimit(
  state: DrainState,
  answers: readonly ApiAnswer<unknown>[],
  now: number,
): Pick<DrainState, 'notBefore' | 'retryAfterMs'> {
  const waits = answers.map((answer) =>
    answer.kind === 'refused' && answer.status === 429 && answer.problem.code !== 'daily-tip-limit'
      ? (answer.retryAfter ?? 0)
      : 0,
  );
  const retryAfterMs = maxOf(waits);
  const { notBefore } = state;
  // Sets no pause without a Retry-After, because a clock change could extend the pause.
  if (retryAfterMs <= 0 || notBefore >= now + retryAfterMs)
    return { notBefore, retryAfterMs: state.retryAfterMs };
  return { notBefore: now + retryAfterMs, retryAfterMs };
}

/**
 * Copies the version and id from a response to the unsent rows of the subject, and blocks these
 * rows if the backend sent no id.
 */
function copyVersionsToUnsentRows(
  state: DrainState,
  answerById: ReadonlyMap<string, unknown>,
): DrainState {
  const newest = new Map<string, { version?: number; entityId?: string; unnamed?: true }>();
  const operations = state.operations.map((row) => {
    const subject = mainSubjectOf(row);
    if (answerById.has(row.id) && row.state === 'acked') {
      const { entityId, ack } = row;
      newest.set(subject, {
        ...newest.get(subject),
        ...(ack?.version !== undefined && { version: ack.version }),
        ...(entityId !== undefined && { entityId }),
        ...(state.backend?.kind === 'spec' && isBackendIdMissing(row) && { unnamed: true }),
      });
      return row;
    }
    const learnt = newest.get(subject);
    if (!learnt || row.sentEver || row.state === 'acked') return row;
    const { version, entityId, unnamed } = learnt;
    if (unnamed && row.state === 'pending') return blockForMissingBackendId(row);
    if (version === undefined && entityId === undefined) return row;
    return {
      ...row,
      ...(version !== undefined && { ownVersion: version }),
      ...(entityId !== undefined && { entityId }),
    };
  });
  return { ...state, operations };
}
