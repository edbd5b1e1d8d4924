import { maxOf } from '#domain/extremes.ts';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { OperationTitle } from '#client/data/outbox/operation-words.tsx';
import { shortTime, spanText } from '#client/ui/formats.ts';
import { problemWords } from '#client/ui/messages/problems.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

type OperationReasonProps = {
  row: OperationRow;
  /** This device's own clock, which the waits of the queue are reckoned by. */
  now: number;
  /** What is in its way, where it may not go before something else. */
  blocker: OperationRow | undefined;
};

/** Why something is where it is, and when it is tried next. */
export function OperationReason({ row, now, blocker }: OperationReasonProps) {
  switch (row.state) {
    case 'acked':
      return receivedWords(row);
    case 'sending':
      return t`On its way.`;
    case 'rejected':
    case 'conflict':
    case 'unreadable':
      return problemOf(row) ?? t`It was refused.`;
    case 'blocked':
      return blockedWords(row);
    case 'pending':
      return blocker ? <WaitsFor row={row} blocker={blocker} /> : nextTryWords(row, now);
    case 'unknown':
      return (
        <>
          {isAnswered(row)
            ? t`It is tried again by itself.`
            : t`No answer yet. It is sent again, safely.`}{' '}
          {blocker ? <WaitsFor row={row} blocker={blocker} /> : nextTryWords(row, now)}
        </>
      );
  }
}

function problemOf({ kind, problem }: OperationRow): string | undefined {
  return problem && problemWords({ kind, ...problem });
}

function receivedWords({ ack }: OperationRow): string {
  if (ack === undefined) return t`Received.`;
  const moment = shortTime(new Date(ack.at));
  return t`Received ${moment}.`;
}

function blockedWords(row: OperationRow): string {
  switch (row.blockedBy) {
    case 'unverified':
      return t`Verify your email, then this is sent.`;
    case 'update':
      return t`Reload the page: a newer version sends this.`;
    case 'person':
      return problemOf(row) ?? problemWords({ kind: row.kind, ...mayHaveArrived });
    case 'auth':
    case undefined:
      return t`Log in, then this is sent.`;
  }
}

const mayHaveArrived = { code: 'may-have-arrived', message: '' };

/** Whether the server answered with an error, so that the outcome is not known. */
function isAnswered({ problem }: OperationRow): boolean {
  return problem?.words !== undefined;
}

/** What has to be through first; where that was refused, this one stands still until it is decided. */
function WaitsFor({ row, blocker }: { row: OperationRow; blocker: OperationRow }) {
  const refused = ['rejected', 'conflict', 'unreadable'].includes(blocker.state);
  const decide = row.deps.includes(blocker.id)
    ? t`Decide on that first. If you discard it, this is still sent.`
    : t`Decide on that first.`;
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

/** When it is tried again: the wait of this phone or of the server, whichever is longer. */
function nextTryWords(row: OperationRow, now: number): string {
  // The summary says of all these at once that they go when their person is online.
  if (row.attempts === 0) return '';
  // A connection that was just not there needs no reason; what the server itself said does.
  const held = isHeld(row, now);
  const why = held || row.problem?.code === 'unreachable' ? undefined : problemOf(row);
  const when = whenWords(Math.max(row.nextAt, row.notBefore), now, held);
  if (why === undefined) return when;
  return /[.!?]$/.test(why) ? `${why} ${when}` : `${why} · ${when}`;
}

function whenWords(at: number, now: number, asked: boolean): string {
  const left = at - now;
  if (left < soon) return t`It is tried again in a moment.`;
  const why = asked ? `${t`The server asked to wait.`} ` : '';
  const seconds = Math.ceil(left / 1000);
  if (seconds < 60) {
    return why + t`Next try in ${seconds} s.`;
  }
  const span = spanText(left);
  return why + t`Next try in ${span}.`;
}

/** Whether it is the server that holds it back: no tap on this phone makes that wait shorter. */
function isHeld({ notBefore, nextAt, state }: OperationRow, now: number): boolean {
  const isTried = state === 'pending' || state === 'unknown';
  return isTried && notBefore > now && notBefore >= nextAt;
}

/** Until when the server wants nothing of what was asked to go now; undefined when nothing is held. */
export function heldUntil(rows: readonly OperationRow[], now: number): number | undefined {
  const held = rows.filter((row) => isHeld({ ...row, nextAt: 0 }, now));
  return held.length === 0 ? undefined : maxOf(held.map(({ notBefore }) => notBefore));
}
