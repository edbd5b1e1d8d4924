import { Trans } from '@lingui/react/macro';
import type { OperationRow } from '#sync/outbox-store.ts';
import { spanText, shortTime } from '#client/ui/formats.ts';
import { useRefusalWords } from '#client/ui/refusal-words.ts';

/** Why something is where it is, and when it is tried next. */
export function OperationReason({ row, now }: { row: OperationRow; now: number }) {
  const wordsOf = useRefusalWords();
  switch (row.state) {
    case 'acked':
      return <Received row={row} />;
    case 'sending':
      return <Trans>On its way.</Trans>;
    case 'rejected':
    case 'conflict':
    case 'unreadable':
      return row.problem ? wordsOf(row.problem) : <Trans>It was refused.</Trans>;
    case 'blocked':
      return <Waits row={row} />;
    case 'pending':
      return <NextTry row={row} now={now} />;
    case 'unknown':
      return (
        <>
          <Trans>The answer has not been seen yet. It is sent again, safely.</Trans>{' '}
          <NextTry row={row} now={now} />
        </>
      );
  }
}

function Received({ row }: { row: OperationRow }) {
  if (row.ack === undefined) return <Trans>Received.</Trans>;
  const moment = shortTime(new Date(row.ack.at));
  return <Trans>Received {moment}.</Trans>;
}

function Waits({ row }: { row: OperationRow }) {
  const wordsOf = useRefusalWords();
  switch (row.blockedBy) {
    case 'unverified':
      return <Trans>Verify your email, then this goes out by itself.</Trans>;
    case 'update':
      return <Trans>A newer version of the app sends this. Reload the page to get it.</Trans>;
    case 'person':
      return row.problem ? (
        wordsOf(row.problem)
      ) : (
        <Trans>It may have been sent already: look at your tickets before you try again.</Trans>
      );
    case 'auth':
    case undefined:
      return <Trans>Sign in, then this goes out by itself.</Trans>;
  }
}

const soon = 5000;

/** When it is tried again: the wait of this phone or of the server, whichever is longer. */
function NextTry({ row, now }: { row: OperationRow; now: number }) {
  const left = Math.max(row.nextAt, row.notBefore) - now;
  if (row.attempts === 0) return <Trans>It is sent when there is a line.</Trans>;
  if (left < soon) return <Trans>It is tried again in a moment.</Trans>;
  const seconds = Math.ceil(left / 1000);
  if (seconds < 60) return <Trans>Next try in {seconds} s.</Trans>;
  const span = spanText(left);
  return <Trans>Next try in {span}.</Trans>;
}
