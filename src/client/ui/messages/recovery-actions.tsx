import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../button.tsx';
import { ConfirmButton, Question, useQuestion } from '../dialog/question.tsx';
import { dayAndTime } from '../formats.ts';
import { type Clash, ConflictChoice } from '../tip/conflict-choice.tsx';
import { useTask } from '../use-task.ts';
import { recoveryOf } from './problems.ts';
import { type DiscardedChange, notify, sayDiscarded } from './toasts.ts';

/** What was refused, as far as it matters here. */
type Refused = {
  id: string;
  kind: string;
  state: string;
  sentEver: boolean;
  /** `tipId` is the member's own tip that a post repeats. */
  problem?: { code: string; tipId?: string | undefined } | undefined;
};

/** What can be done with an operation, by its id. */
type Ways = {
  retry: (id: string) => Promise<unknown>;
  discard: (id: string) => Promise<DiscardedChange | undefined>;
  /** Lays the games on the slip; without `replace` they never push others off it. */
  editAgain: (id: string, replace: boolean) => Promise<string>;
  postOthers: (id: string) => Promise<string>;
};

/** A tip of the server's list that may be the one whose answer was lost. */
type Arrival = {
  tip: { creationTime: string } | undefined;
  look: () => Promise<'found' | 'none' | 'unknown'>;
  bind: () => Promise<void>;
};

type ActsProps = {
  row: Refused;
  ways: Ways;
  /** A tip the server never took: it is this phone's alone and can be edited. */
  unposted: boolean;
  /** Some of its games had kicked off and others had not, so these can still be posted. */
  hasOthers: boolean;
  /** Where its answer was lost: what can be found out about it. */
  arrival?: Arrival | undefined;
  /** What is discarded with it. */
  goesWith?: ReactNode;
  /** A link to where the same is made anew, for what is no tip. */
  elsewhere?: ReactNode;
};

type RecoveryActionsProps = ActsProps & {
  /** How the tip stands by now, where somebody else was quicker. */
  conflict: Clash | undefined;
  /** What is done anew when the tip as it stands is agreed to. */
  again: ReactNode;
};

/** What can be done about something that was refused. Nothing goes without its person's word. */
export function RecoveryActions({ conflict, again, ...acts }: RecoveryActionsProps) {
  const { id } = acts.row;
  const { retry, discard } = acts.ways;
  const onDiscard = async () => sayDiscarded(await discard(id));
  if (!conflict) return <Acts {...acts} onDiscard={onDiscard} />;
  return (
    <ConflictChoice {...conflict} again={again} onMine={() => retry(id)} onTheirs={onDiscard} />
  );
}

function Acts(props: ActsProps & { onDiscard: () => Promise<void> }) {
  const { row, ways, unposted, hasOthers, arrival, goesWith, elsewhere, onDiscard } = props;
  const { t } = useLingui();
  const { busy, run } = useTask();
  const recovery = recoveryOf(row.problem?.code, row.kind);
  const mayHaveArrived = hasPerhapsArrived(row);
  const postOthers = async () => {
    if ((await ways.postOthers(row.id)) !== 'nothing-left') return;
    notify({ tone: 'lost', title: t`Oops`, text: t`All its games have kicked off.` });
  };
  return (
    <div className="flex flex-wrap gap-2">
      {hasOthers && (
        <Button look="act" busy={busy} onClick={() => run(postOthers)}>
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
      {/* Another tip in the place of one that was sent would perhaps be a second. */}
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

/** Says that the tip of the list is the one whose answer was lost. */
function Arrived({ arrival }: { arrival: Arrival }) {
  const { t } = useLingui();
  const { busy, run } = useTask();
  const bind = async () => {
    await arrival.bind();
    notify({ tone: 'won', title: t`Your Tip has been created Successfully` });
  };
  return (
    <Button look="act" busy={busy} onClick={() => run(bind)}>
      {t`It has arrived`}
    </Button>
  );
}

type TryNowProps = { arrival: Arrival | undefined; onRetry: () => Promise<unknown> };

/** Sends it again; asks before that where the server may have it. */
function TryNow({ arrival, onRetry }: TryNowProps) {
  const { t } = useLingui();
  const { busy, run } = useTask();
  const { asking, raise: ask, answer, raiser } = useQuestion();
  const tryNow = async () => {
    const found = arrival?.tip ? 'found' : await arrival?.look();
    if (found === 'found' || found === 'unknown') ask();
    else await onRetry();
  };
  if (!asking) {
    return (
      <Button ref={raiser} busy={busy} onClick={() => run(tryNow)}>
        {t`Try now`}
      </Button>
    );
  }
  const posted = arrival?.tip && dayAndTime(arrival.tip.creationTime);
  return (
    <Question
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
  const { asking, raise: ask, answer, raiser } = useQuestion();
  const edit = (replace: boolean) =>
    run(async () => {
      if ((await onEdit(replace)) === 'slip-in-use') return ask();
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

/** Whether games may push others off the slip. */
export function ReplaceSlip({ onReplace, onKeep }: ReplaceSlipProps) {
  const { t } = useLingui();
  const question = t`These games take the place of the slip you are building.`;
  return (
    <Question
      words={t`Replace my slip`}
      question={question}
      onConfirm={onReplace}
      onKeep={onKeep}
    />
  );
}

/** Whether the server may hold what was done, although nothing it said was seen here. */
function hasPerhapsArrived(row: { state: string; sentEver: boolean }): boolean {
  return row.sentEver && ['pending', 'unknown', 'blocked'].includes(row.state);
}
