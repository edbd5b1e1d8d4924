import { maxOf } from '#domain/extremes.ts';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { OperationTitle } from '../outbox/operation-words.tsx';
import { blockedText, problemText, unknownText } from '../outbox/state-texts.ts';
import { momentText, spanText } from '#client/ui/formats.ts';
import { goesWith } from '#sync/outbox/outbox.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

type OperationReasonProps = {
  row: OperationRow;
  /** This device's clock, by which the queue measures its waits. */
  now: number;
  /** The operation that must be acknowledged first, if any. */
  blocker: OperationRow | undefined;
};

/** The reason for an operation's state, and the time of its next attempt. */
export function OperationReason({ row, now, blocker }: OperationReasonProps) {
  switch (row.state) {
    case 'acked':
      return receivedWords(row);
    case 'sending':
      return t`On its way.`;
    case 'rejected':
    case 'conflict':
    case 'unreadable':
      return problemText(row) ?? t`It was refused.`;
    case 'blocked':
      return blockedText(row);
    case 'pending':
      return blocker ? <WaitsFor row={row} blocker={blocker} /> : nextTryWords(row, now);
    case 'unknown':
      return (
        <>
          {unknownText(row.problem)}{' '}
          {blocker ? <WaitsFor row={row} blocker={blocker} /> : nextTryWords(row, now)}
        </>
      );
  }
}

function receivedWords({ ack }: OperationRow): string {
  if (ack === undefined) return t`Received.`;
  const moment = momentText(new Date(ack.at), 'time');
  return t`Received ${moment}.`;
}

/**
 * The operation that must be acknowledged first; if it was refused, this one waits for its
 * decision.
 */
function WaitsFor({ row, blocker }: { row: OperationRow; blocker: OperationRow }) {
  const refused = ['rejected', 'conflict', 'unreadable'].includes(blocker.state);
  const isDiscardedToo = goesWith(blocker, [row]).length > 0;
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

const soon = 5000;

/** The time of the next attempt: the later of this phone's and the server's wait. */
function nextTryWords(row: OperationRow, now: number): string {
  // The summary says once for all of these that they are sent when online.
  if (row.attempts === 0) return '';
  // A lost connection needs no reason; an error of the server does.
  const isServerWait = isHeldByServer(row, now);
  const why = isServerWait || row.problem?.code === 'unreachable' ? undefined : problemText(row);
  const when = whenWords(Math.max(row.nextAt, row.notBefore), now, isServerWait);
  if (why === undefined) return when;
  return /[.!?]$/.test(why) ? `${why} ${when}` : `${why} · ${when}`;
}

function whenWords(at: number, now: number, isServerWait: boolean): string {
  const remainingMs = at - now;
  if (remainingMs < soon) return t`It is tried again in a moment.`;
  const why = isServerWait ? `${t`The server asked to wait.`} ` : '';
  const seconds = Math.ceil(remainingMs / 1000);
  if (seconds < 60) {
    return why + t`Next try in ${seconds} s.`;
  }
  const span = spanText(remainingMs);
  return why + t`Next try in ${span}.`;
}

/** Whether the server imposed the wait, which no tap can shorten. */
function isHeldByServer({ notBefore, nextAt, state }: OperationRow, now: number): boolean {
  const isTried = state === 'pending' || state === 'unknown';
  return isTried && notBefore > now && notBefore >= nextAt;
}

/** The end of the server's wait for operations that were retried; undefined without one. */
export function serverWaitEnd(rows: readonly OperationRow[], now: number): number | undefined {
  const isServerWait = rows.filter((row) => isHeldByServer({ ...row, nextAt: 0 }, now));
  return isServerWait.length === 0
    ? undefined
    : maxOf(isServerWait.map(({ notBefore }) => notBefore));
}
