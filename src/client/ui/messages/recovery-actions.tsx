import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../button.tsx';
import { ConfirmButton, InlineQuestion, useInlineQuestion } from '../dialog/inline-question.tsx';
import { dayAndTimeText } from '../formats.ts';
import type { Conflict } from '../tip/conflict.ts';
import { ConflictChoice } from '../tip/conflict-choice.tsx';
import { useTask } from '../use-task.ts';
import { recoveryOf } from './problems.ts';
import { type DiscardedChange, notify, reportDiscarded } from './toasts.ts';
import type { Tip } from '#contract/tips.ts';

/** Checks whether a post whose response was lost has arrived at the server. */
export type ArrivalCheck = {
  /** The own tip that was probably created by the post. */
  tip: Tip | undefined;
  /** Fetches the own tips and checks again; `unknown` if they could not be fetched. */
  check: () => Promise<'found' | 'none' | 'unknown'>;
  /** Confirms that the post created this tip. */
  bind: () => Promise<void>;
};

/** The fields of a refused operation that the actions need. */
type RefusedOperation = {
  id: string;
  kind: string;
  state: string;
  sentEver: boolean;
  /** `tipId` is the member's own tip that a refused post would repeat. */
  problem?: { code: string; tipId?: string | undefined } | undefined;
};

/** The recovery functions, called with the id of an operation. */
type RecoveryHandlers = {
  retry: (id: string) => Promise<unknown>;
  discard: (id: string) => Promise<DiscardedChange | undefined>;
  /** Moves the games to the slip; replaces other games there only with `replace`. */
  editAgain: (id: string, replace: boolean) => Promise<string>;
  postOtherGames: (id: string) => Promise<string>;
};

type ActionsProps = {
  row: RefusedOperation;
  ways: RecoveryHandlers;
  /** True if the server never accepted the tip, so that it can be edited. */
  unposted: boolean;
  /** True if only some games have kicked off, so that the others can still be posted. */
  hasOthers: boolean;
  /** Present for a tip whose response was lost. */
  arrival?: ArrivalCheck | undefined;
  /** The operations that would be discarded with this one. */
  goesWith?: ReactNode;
  /** A link to repeat the change on another page, for an operation without a tip. */
  elsewhere?: ReactNode;
};

type RecoveryActionsProps = ActionsProps & {
  /** The current tip, if another person changed it first. */
  conflict: Conflict | undefined;
  /** A link shown if the person accepts the current state. */
  again: ReactNode;
};

/** The recovery actions for a refused operation. Only a person's decision discards anything. */
export function RecoveryActions({ conflict, again, ...actions }: RecoveryActionsProps) {
  const { id } = actions.row;
  const { retry, discard } = actions.ways;
  const onDiscard = async () => reportDiscarded(await discard(id));
  if (!conflict) return <Actions {...actions} onDiscard={onDiscard} />;
  return (
    <ConflictChoice {...conflict} again={again} onMine={() => retry(id)} onTheirs={onDiscard} />
  );
}

function Actions(props: ActionsProps & { onDiscard: () => Promise<void> }) {
  const { row, ways, unposted, hasOthers, arrival, goesWith, elsewhere, onDiscard } = props;
  const { t } = useLingui();
  const { busy, run } = useTask();
  const recovery = recoveryOf(row.problem?.code, row.kind);
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
      {arrival?.tip && <Arrived arrival={arrival} />}
      {(recovery === 'retry' || recovery === 'choose' || recovery === 'wait') && (
        <TryNow arrival={arrival} onRetry={async () => ways.retry(row.id)} />
      )}
      {recovery === 'change' && elsewhere}
      {row.problem?.tipId !== undefined && (
        <LinkButton to="/tip/$id" params={{ id: row.problem.tipId }}>
          {t`Open that tip`}
        </LinkButton>
      )}
      {/* A new tip could duplicate one that was already sent. */}
      {unposted && !mayHaveArrived && (
        <EditAgain busy={busy} run={run} onEdit={(replace) => ways.editAgain(row.id, replace)} />
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

/** Confirms that a listed tip is the one whose response was lost. */
function Arrived({ arrival }: { arrival: ArrivalCheck }) {
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

/** A button that sends the operation again; asks first if the server may already have it. */
function TryNow({ arrival, onRetry }: TryNowProps) {
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

function EditAgain({ busy, run, onEdit }: EditAgainProps) {
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

type ReplaceSlipProps = { onReplace: () => void; onKeep: () => void };

/** Asks whether to replace the games on the slip. */
export function ReplaceSlip({ onReplace, onKeep }: ReplaceSlipProps) {
  const { t } = useLingui();
  const question = t`These games take the place of the slip you are building.`;
  return (
    <InlineQuestion
      words={t`Replace my slip`}
      question={question}
      onConfirm={onReplace}
      onKeep={onKeep}
    />
  );
}

/** True if the server may have accepted the operation although no response came. */
function isPossiblyAccepted(row: { state: string; sentEver: boolean }): boolean {
  return row.sentEver && ['pending', 'unknown', 'blocked'].includes(row.state);
}
