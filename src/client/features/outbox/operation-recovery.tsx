import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import {
  ConfirmButton,
  InlineQuestion,
  useInlineQuestion,
} from '#client/ui/dialog/inline-question.tsx';
import { dayAndTimeText } from '#client/ui/formats.ts';
import { recoveryOf } from '#client/ui/messages/problems.ts';
import { ReplaceSlip } from '#client/ui/messages/replace-slip.tsx';
import { notify, reportDiscarded } from '#client/ui/messages/toasts.ts';
import { ConflictChoice } from '#client/ui/tip/conflict-choice.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { KickOffDeadline } from '#client/ui/tip/kick-off-deadline.tsx';
import { WithdrawalActions } from '#client/ui/tip/withdrawal.tsx';
import { useServerNow } from '#client/data/device/server-time.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useWithdrawal } from '#client/data/tips/withdrawal.ts';
import {
  type ArrivalCheck,
  useArrivalCheck,
  useDependentOperations,
} from '#client/data/outbox/arrival-check.ts';
import { payloadOfKind } from '#sync/operations/registry.ts';
import { isUnsent } from '#client/data/outbox/change-state.ts';
import { findConflict } from './conflicts.ts';
import { RepeatLabel, renderOperationLink, OperationTitles } from './operation-texts.tsx';
import { useRecoveryActions } from '#client/data/outbox/recovery.ts';

/** The recovery actions for a refused operation; for a conflict, the choice between two changes. */
export function OperationRecovery({ row }: { row: OperationRow }) {
  const { retry, discard } = useRecoveryActions();
  const conflict = findConflict(row, useServerNow(60_000));
  const onDiscard = async () => reportDiscarded(await discard(row.id));
  if (!conflict) return <RecoveryActions row={row} onDiscard={onDiscard} />;
  const again = <RepeatLabel row={row} />;
  return (
    <ConflictChoice {...conflict} again={again} onMine={() => retry(row.id)} onTheirs={onDiscard} />
  );
}

type RecoveryActionsProps = { row: OperationRow; onDiscard: () => Promise<void> };

/** The buttons for a refused operation, which is discarded only by a person's tap. */
function RecoveryActions({ row, onDiscard }: RecoveryActionsProps) {
  const { t } = useLingui();
  const ways = useRecoveryActions();
  const arrival = useArrivalCheck(row);
  const dependents = useDependentOperations(row);
  const goesWith = dependents.length > 0 && <OperationTitles rows={dependents} />;
  const games = payloadOfKind(row, 'tip.post')?.options.length ?? 0;
  const { code, started, tipId } = row.problem ?? {};
  // True if some games have not kicked off, so that these games can still be posted.
  const hasOthers = code === 'fixture-started' && (started?.length ?? games) < games;
  const { busy, run } = useTask();
  const recovery = recoveryOf(code, row.kind);
  const mayHaveArrived = isPossiblyAccepted(row);
  const postOthers = async () => {
    if ((await ways.postOtherGames(row.id)) !== 'nothing-left') return;
    notify({ tone: 'lost', title: t`Oops`, text: t`All its games have kicked off.` });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {hasOthers && (
        <Button look="primary" busy={busy} onClick={() => run(postOthers)}>
          {t`Post the other games`}
        </Button>
      )}
      {arrival?.tip && <ArrivalConfirmButton arrival={arrival} />}
      {(recovery === 'retry' || recovery === 'choose' || recovery === 'wait') && (
        <TryNowButton arrival={arrival} onRetry={async () => ways.retry(row.id)} />
      )}
      {recovery === 'change' && renderOperationLink(row)}
      {tipId !== undefined && (
        <LinkButton to="/tip/$id" params={{ id: tipId }}>
          {t`Open that tip`}
        </LinkButton>
      )}
      {/* Editing creates a new tip, which could duplicate a tip that was already sent. */}
      {games > 0 && !mayHaveArrived && (
        <EditAgainButton
          busy={busy}
          run={run}
          onEdit={(replace) => ways.editAgain(row.id, replace)}
        />
      )}
      {mayHaveArrived ? (
        <ConfirmButton
          words={t`Discard`}
          question={
            <>
              {t`The server may have it already. It is only taken off this phone.`}{' '}
              {goesWith && <Trans>Discarded with it: {goesWith}</Trans>}
            </>
          }
          onConfirm={() => void run(onDiscard)}
        />
      ) : (
        <Button busy={busy} onClick={() => run(onDiscard)}>
          {t`Discard`}
        </Button>
      )}
    </div>
  );
}

/** A button that confirms that a listed tip is the tip whose response was lost. */
function ArrivalConfirmButton({ arrival }: { arrival: ArrivalCheck }) {
  const { t } = useLingui();
  const { busy, run } = useTask();
  const bind = async () => {
    await arrival.bind();
    notify({ tone: 'won', title: t`Your Tip has been created Successfully` });
  };
  return (
    <Button look="primary" busy={busy} onClick={() => run(bind)}>
      {t`It has arrived`}
    </Button>
  );
}

type TryNowProps = { arrival: ArrivalCheck | undefined; onRetry: () => Promise<unknown> };

/** A button that sends the operation again; asks first if the server may have the tip. */
function TryNowButton({ arrival, onRetry }: TryNowProps) {
  const { t } = useLingui();
  const { busy, run } = useTask();
  const { asking, raise, answer, raiser } = useInlineQuestion();
  const tryNow = async () => {
    const found = arrival?.tip ? 'found' : await arrival?.check();
    if (found === 'found' || found === 'unknown') raise();
    else await onRetry();
  };
  if (!asking) {
    return (
      <Button ref={raiser} busy={busy} onClick={() => run(tryNow)}>
        {t`Try now`}
      </Button>
    );
  }
  const posted = arrival?.tip && dayAndTimeText(arrival.tip.creationTime);
  return (
    <InlineQuestion
      words={t`Post it again`}
      question={
        posted === undefined
          ? t`Your tickets could not be fetched, and it may be among them. Sent again, it would stand there twice.`
          : t`The same tip stands in your list, posted ${posted}. Sent again, it would stand there twice.`
      }
      onKeep={answer}
      onConfirm={() => {
        answer();
        void run(onRetry);
      }}
    />
  );
}

type EditAgainProps = ReturnType<typeof useTask> & {
  onEdit: (replace: boolean) => Promise<string>;
};

function EditAgainButton({ busy, run, onEdit }: EditAgainProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { asking, raise, answer, raiser } = useInlineQuestion();
  const edit = (replace: boolean) =>
    run(async () => {
      if ((await onEdit(replace)) === 'slip-in-use') return raise();
      await navigate({ to: '/tips/create' });
      answer();
    });
  if (asking) return <ReplaceSlip onReplace={() => void edit(true)} onKeep={answer} />;
  return (
    <Button ref={raiser} busy={busy} onClick={() => edit(false)}>
      {t`Edit and post again`}
    </Button>
  );
}

/** True if the server may have accepted the operation although no response came. */
function isPossiblyAccepted(row: { state: string; sentEver: boolean }): boolean {
  return row.sentEver && ['pending', 'unknown', 'blocked'].includes(row.state);
}

/** The actions for a withdrawal that is not acknowledged yet. */
export function WithdrawalRecovery({
  row,
  tip,
}: {
  row: OperationRow;
  tip: OptimisticTip | null | undefined;
}) {
  return (
    <WithdrawalActions
      withdrawal={useWithdrawal(row, tip)}
      row={row}
      ways={useRecoveryActions()}
      conflict={findConflict(row)}
      again={<RepeatLabel row={row} />}
    />
  );
}

/** The time until the kick-offs of an unacknowledged tip, and the policy for started games. */
export function UnacknowledgedTipDeadline({ row }: { row: OperationRow }) {
  const now = useServerNow(5000);
  const { chooseIfStarted } = useRecoveryActions();
  const tip = payloadOfKind(row, 'tip.post');
  if (tip === undefined) return undefined;
  const kickOffs = tip.options.map(({ startDateOfGame }) => startDateOfGame);
  return (
    <TouchlineBackendOnly
      instead={<KickOffDeadline kickOffs={kickOffs} now={now} ifStarted={undefined} />}
    >
      <KickOffDeadline
        kickOffs={kickOffs}
        now={now}
        ifStarted={tip.ifStarted}
        {...(isUnsent(row) && {
          onChoice: (ifStarted) => chooseIfStarted(row.id, ifStarted),
        })}
      />
    </TouchlineBackendOnly>
  );
}
