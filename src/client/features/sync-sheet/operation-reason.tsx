import { maxOf } from '#domain/extremes.ts';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { OperationTitle } from '../outbox/operation-texts.tsx';
import {
  blockedOperationText,
  operationProblemText,
  unknownOutcomeText,
} from '../outbox/state-texts.ts';
import { momentText, durationText } from '#client/ui/formats.ts';
import { findDependents } from '#sync/outbox/outbox.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

type OperationReasonProps = {
  row: OperationRow;
  /** This device's clock, by which the outbox measures its waits. */
  now: number;
  /** The operation that must be acknowledged first, if there is one. */
  blocker: OperationRow | undefined;
};

/** Explains the state of an operation, and says when it is tried again. */
export function OperationReason({ row, now, blocker }: OperationReasonProps) {
  switch (row.state) {
    case 'acked':
      return receivedText(row);
    case 'sending':
      return t`On its way.`;
    case 'rejected':
    case 'conflict':
    case 'unreadable':
      return operationProblemText(row) ?? t`It was refused.`;
    case 'blocked':
      return blockedOperationText(row);
    case 'pending':
      return blocker ? <BlockerNote row={row} blocker={blocker} /> : nextAttemptText(row, now);
    case 'unknown':
      return (
        <>
          {unknownOutcomeText(row.problem)}{' '}
          {blocker ? <BlockerNote row={row} blocker={blocker} /> : nextAttemptText(row, now)}
        </>
      );
  }
}

function receivedText({ ack }: OperationRow): string {
  if (ack === undefined) return t`Received.`;
  const moment = momentText(new Date(ack.at), 'time');
  return t`Received ${moment}.`;
}

/** Names the operation that must be acknowledged first; a refused one needs a decision. */
function BlockerNote({ row, blocker }: { row: OperationRow; blocker: OperationRow }) {
  const refused = ['rejected', 'conflict', 'unreadable'].includes(blocker.state);
  const isDiscardedToo = findDependents(blocker, [row]).length > 0;
  const decide = isDiscardedToo
    ? t`Decide on that first.`
    : t`Decide on that first. If you discard it, this is still sent.`;
  return (
    <>
      <Trans>
        Waits for “<OperationTitle row={blocker} />
        ”.
      </Trans>
      {refused && ` ${decide}`}
    </>
  );
}

const soonMs = 5000;

/** Says when the next attempt starts: after this phone's wait and after the server's wait. */
function nextAttemptText(row: OperationRow, now: number): string {
  // The summary says for all new operations that they are sent when online.
  if (row.attempts === 0) return '';
  // Only a server error is mentioned as the reason, not a lost connection.
  const isServerWait = isDelayedByServer(row, now);
  const why =
    isServerWait || row.problem?.code === 'unreachable' ? undefined : operationProblemText(row);
  const when = attemptTimeText(Math.max(row.nextAt, row.notBefore), now, isServerWait);
  if (why === undefined) return when;
  return /[.!?]$/.test(why) ? `${why} ${when}` : `${why} · ${when}`;
}

function attemptTimeText(at: number, now: number, isServerWait: boolean): string {
  const remainingMs = at - now;
  if (remainingMs < soonMs) return t`It is tried again in a moment.`;
  const why = isServerWait ? `${t`The server asked to wait.`} ` : '';
  const seconds = Math.ceil(remainingMs / 1000);
  if (seconds < 60) {
    return why + t`Next try in ${seconds} s.`;
  }
  const span = durationText(remainingMs);
  return why + t`Next try in ${span}.`;
}

/** True if the server imposed the wait, which a tap cannot shorten. */
function isDelayedByServer({ notBefore, nextAt, state }: OperationRow, now: number): boolean {
  const isTried = state === 'pending' || state === 'unknown';
  return isTried && notBefore > now && notBefore >= nextAt;
}

/** Finds when the server's wait for retried operations ends; undefined if there is none. */
export function findServerWaitEnd(rows: readonly OperationRow[], now: number): number | undefined {
  const isServerWait = rows.filter((row) => isDelayedByServer({ ...row, nextAt: 0 }, now));
  return isServerWait.length === 0
    ? undefined
    : maxOf(isServerWait.map(({ notBefore }) => notBefore));
}
