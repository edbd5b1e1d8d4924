import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ConfirmAct, Question, useQuestion } from '../dialog/question.tsx';
import { useTask } from '../use-task.ts';
import type { Recovery } from './problems.ts';

type RecoveryActionsProps = {
  recovery: Recovery;
  /** A tip the server never took: it is this phone's alone and can be edited. */
  unposted: boolean;
  /** Some of its games had kicked off and others had not, so these can still be posted. */
  hasOthers: boolean;
  /** It was sent and its answer was not seen: another tip in its place would perhaps be a second. */
  mayHaveArrived: boolean;
  /** A link to where the same is made anew, for what is no tip. */
  elsewhere?: ReactNode;
  onPostOthers: () => Promise<unknown>;
  /** Answers whether the games are on the slip; without `replace` they never push others off it. */
  onEdit: (replace: boolean) => Promise<boolean>;
  onRetry: () => Promise<unknown>;
  onDiscard: () => Promise<unknown>;
};

/** What can be done about something that was refused. Nothing goes without its person's word. */
export function RecoveryActions({
  recovery,
  unposted,
  hasOthers,
  mayHaveArrived,
  ...acts
}: RecoveryActionsProps) {
  const { busy, run } = useTask();
  const { asking, ask, answer, raiser } = useQuestion();
  const edit = (replace: boolean) =>
    run(async () => {
      if (await acts.onEdit(replace)) answer();
      else ask();
    });
  const mayEdit = unposted && !mayHaveArrived;
  return (
    <div className="flex flex-wrap gap-2">
      {hasOthers && (
        <Button look="act" busy={busy} onClick={() => run(acts.onPostOthers)}>
          <Trans>Post the other games</Trans>
        </Button>
      )}
      {(recovery === 'retry' || recovery === 'choose' || recovery === 'wait') && (
        <Button busy={busy} onClick={() => run(acts.onRetry)}>
          <Trans>Try now</Trans>
        </Button>
      )}
      {recovery === 'change' && acts.elsewhere}
      {mayEdit && !asking && (
        <Button ref={raiser} busy={busy} onClick={() => edit(false)}>
          <Trans>Edit and post again</Trans>
        </Button>
      )}
      {mayEdit && asking && (
        <Question
          words={<Trans>Replace my slip</Trans>}
          question={<Trans>These games take the place of the slip you are building.</Trans>}
          onConfirm={() => void edit(true)}
          onKeep={answer}
        />
      )}
      {mayHaveArrived ? (
        <ConfirmAct
          words={<Trans>Discard</Trans>}
          question={<Trans>The server may have it already. It is only taken off this phone.</Trans>}
          onConfirm={() => void run(acts.onDiscard)}
        />
      ) : (
        <Button busy={busy} onClick={() => run(acts.onDiscard)}>
          <Trans>Discard</Trans>
        </Button>
      )}
    </div>
  );
}

/** Whether the server may hold what was done, although nothing it said was seen here. */
export function hasPerhapsArrived(row: { state: string; sentEver: boolean }): boolean {
  return row.sentEver && ['pending', 'unknown', 'blocked'].includes(row.state);
}
