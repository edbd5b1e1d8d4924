import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmAct, Question } from './confirm-act.tsx';

type WaysOnProps = {
  /** A tip the server never took: it is this phone's alone and can be edited. */
  unposted: boolean;
  /** Some of its games had kicked off and others had not, so these can still be posted. */
  hasOthers: boolean;
  /** It was sent and its answer was not seen: another tip in its place would perhaps be a second. */
  mayHaveArrived: boolean;
  /** Sending the very same again would be refused again. */
  hopeless: boolean;
  onPostOthers: () => Promise<unknown>;
  /** Answers whether the games are on the slip; without `replace` they never push others off it. */
  onEdit: (replace: boolean) => Promise<boolean>;
  onRetry: () => Promise<unknown>;
  onDiscard: () => Promise<unknown>;
};

/** What can be done about something that was refused. Nothing goes without its person's word. */
export function WaysOn({ unposted, hasOthers, mayHaveArrived, hopeless, ...acts }: WaysOnProps) {
  const [busy, setBusy] = useState(false);
  const [slipInUse, setSlipInUse] = useState(false);
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    await act().finally(() => setBusy(false));
  };
  const edit = (replace: boolean) =>
    run(async () => {
      setSlipInUse(!(await acts.onEdit(replace)));
    });
  return (
    <div className="flex flex-wrap gap-2">
      {hasOthers && (
        <Button look="act" busy={busy} onClick={() => run(acts.onPostOthers)}>
          <Trans>Post the other games</Trans>
        </Button>
      )}
      {!hopeless && (
        <Button busy={busy} onClick={() => run(acts.onRetry)}>
          <Trans>Try now</Trans>
        </Button>
      )}
      {unposted && !mayHaveArrived && !slipInUse && (
        <Button busy={busy} onClick={() => edit(false)}>
          <Trans>Edit and post again</Trans>
        </Button>
      )}
      {unposted && !mayHaveArrived && slipInUse && (
        <Question
          words={<Trans>Replace my slip</Trans>}
          question={<Trans>These games take the place of the slip you are building.</Trans>}
          onConfirm={() => void edit(true)}
          onKeep={() => setSlipInUse(false)}
        />
      )}
      <ConfirmAct
        words={<Trans>Discard</Trans>}
        question={
          mayHaveArrived ? (
            <Trans>The server may have it already. It is only taken off this phone.</Trans>
          ) : unposted ? (
            <Trans>The tip is not posted and is gone from this phone.</Trans>
          ) : (
            <Trans>What you did is not sent. Everything stays as it was before.</Trans>
          )
        }
        onConfirm={() => void run(acts.onDiscard)}
      />
    </div>
  );
}

/** Whether the server may hold what was done, although nothing it said was seen here. */
export function hasPerhapsArrived(row: { state: string; sentEver: boolean }): boolean {
  return row.sentEver && ['pending', 'unknown', 'blocked'].includes(row.state);
}
