import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Tag } from '../tag.tsx';
import { Button } from '../button.tsx';
import { countdownText } from '../formats.ts';
import { type ShownProblem, describeProblem, recoveryOf } from '../messages/problems.ts';
import { announce } from '../messages/toasts.ts';
import { useTask } from '../use-task.ts';
import type { Conflict } from './conflict.ts';
import { ConflictChoice } from './conflict-choice.tsx';

/** A withdrawal that is not acknowledged. Until then the tip stays public, unless it is a copy. */
export type Withdrawal = {
  /** `late`: the deadline passed before the sending. `unanswered`: sent, but no response came. */
  state: 'waiting' | 'unanswered' | 'late' | 'refused';
  /** The remaining milliseconds; undefined if the server's receipt time of the tip is unknown. */
  remainingMs: number | undefined;
  /** True if the first kick-off, not the two minutes, is the deadline. */
  untilKickOff: boolean;
  /** A copy is only in its owner's lists. */
  isCopy: boolean;
};

const withdrawalKind = 'tip.withdraw';

/** The state of an unacknowledged withdrawal in a few words. */
export function WithdrawalTag({ state, remainingMs }: Withdrawal) {
  if (state === 'refused' || state === 'late') {
    return (
      <Tag tone="needs">
        <Trans>Not withdrawn</Trans>
      </Tag>
    );
  }
  const time =
    remainingMs === undefined || remainingMs < 0 ? undefined : countdownText(remainingMs);
  return (
    <Tag tone="saved">
      {time === undefined ? (
        <Trans>Withdrawal waiting</Trans>
      ) : (
        <Trans>
          Withdrawal waiting,{' '}
          <span data-live className="figure">
            {time}
          </span>{' '}
          left
        </Trans>
      )}
    </Tag>
  );
}

type WithdrawalTextProps = { withdrawal: Withdrawal; problem: ShownProblem | undefined };

/** Explains where the tip is still visible, and why. */
export function WithdrawalText({ withdrawal, problem }: WithdrawalTextProps): ReactNode {
  const { t } = useLingui();
  const { state, remainingMs, isCopy } = withdrawal;
  switch (state) {
    case 'waiting':
      if (remainingMs === undefined) {
        return t`This tip may have been posted. Its withdrawal is sent right behind it.`;
      }
      return isCopy
        ? t`This copy stays in your tickets until its withdrawal has reached us.`
        : t`Everybody can read this tip until its withdrawal has reached us.`;
    case 'unanswered':
      return isCopy
        ? t`The withdrawal was sent, and its answer has not been seen yet.`
        : t`The withdrawal was sent, and its answer has not been seen yet. Until then this tip may be public.`;
    case 'late':
      return <LateWithdrawalText {...withdrawal} />;
    case 'refused': {
      const reason = problem
        ? describeProblem({ ...problem, kind: withdrawalKind })
        : t`It was refused.`;
      if (problem?.code === 'not-found') return reason;
      return `${reason} ${isCopy ? t`It stays in your tickets.` : t`It is still public.`}`;
    }
  }
}

function LateWithdrawalText({ untilKickOff, isCopy }: Withdrawal): ReactNode {
  const { t } = useLingui();
  if (isCopy) {
    return untilKickOff
      ? t`This copy stays in your tickets: a game kicked off before the withdrawal could be sent.`
      : t`This copy stays in your tickets: its two minutes were over before the withdrawal could be sent.`;
  }
  return untilKickOff
    ? t`This tip is still public: a game kicked off before the withdrawal could be sent.`
    : t`This tip is still public: its two minutes were over before the withdrawal could be sent.`;
}

type WithdrawalActionsProps = {
  withdrawal: Withdrawal;
  row: { id: string; state: string; problem?: { code: string } | undefined };
  ways: Record<'retry' | 'discard', (id: string) => Promise<unknown>>;
  conflict: Conflict | undefined;
  /** A link shown if the person accepts the current state. */
  again: ReactNode;
};

/** Actions for a withdrawal. Discard deletes only the withdrawal, never the tip. */
export function WithdrawalActions({
  withdrawal,
  row,
  ways,
  conflict,
  again,
}: WithdrawalActionsProps) {
  const { t } = useLingui();
  const { busy, run } = useTask();
  const { state, remainingMs } = withdrawal;
  const retry = async () => ways.retry(row.id);
  const keep = async () => {
    await ways.discard(row.id);
    announce(t`The withdrawal is not sent any more. The tip stays.`);
  };
  const giveUp = (words: string) => (
    <Button busy={busy} onClick={() => run(keep)}>
      {words}
    </Button>
  );
  const tryNow = (
    <Button busy={busy} onClick={() => run(retry)}>
      {t`Try now`}
    </Button>
  );
  if (state === 'unanswered') return row.problem && tryNow;
  if (state !== 'refused') return giveUp(t`Keep the tip`);
  const tooLate = remainingMs !== undefined && remainingMs < 0;
  if (conflict && !tooLate) {
    const leave = <Trans>Keep the tip</Trans>;
    return <ConflictChoice {...conflict} {...{ again, leave }} onMine={retry} onTheirs={keep} />;
  }
  if (tooLate || recoveryOf(row.problem?.code, withdrawalKind) !== 'retry') return giveUp(t`OK`);
  return (
    <div className="flex flex-wrap gap-2">
      {tryNow}
      {giveUp(t`Keep the tip`)}
    </div>
  );
}
