import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { OperationTitle, OperationTitles, AcknowledgedTag } from '../outbox/operation-texts.tsx';
import { UnacknowledgedTipDeadline, WithdrawalRecovery } from '../outbox/operation-recovery.tsx';
import { useOwnTip } from '#client/data/tips/own-tip-queries.ts';
import { useWithdrawal } from '#client/data/tips/withdrawal.ts';
import { ChangeStateTag, Tag } from '#client/ui/tag.tsx';
import { joinClasses } from '#client/ui/classes.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { dayAndTimeText } from '#client/ui/formats.ts';
import { WithdrawalTag, WithdrawalText } from '#client/ui/tip/withdrawal.tsx';
import { isArrivalUncertain } from '#sync/drain/answer-rules.ts';
import { SubmitProgress } from '#client/ui/submit-progress.tsx';
import { payloadOfKind } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { DisplayState } from '#sync/status.ts';
import { OperationGames } from './operation-games.tsx';
import { OperationActions, UnblockButton } from './operation-actions.tsx';
import { OperationReason } from './operation-reason.tsx';

type OperationCardProps = {
  row: OperationRow;
  /** The state of the operation; undefined if it is acknowledged. */
  state: DisplayState | undefined;
  /** The operation that must be acknowledged before this one can be sent. */
  blocker: OperationRow | undefined;
  /** The operations that wait for a person's decision on this operation. */
  waitingRows: readonly OperationRow[] | undefined;
  now: number;
  /** True for the first card, which has no line above. */
  first: boolean;
};

type CardLook = 'refused' | 'sending' | 'waits' | 'taken';

const ringClasses = 'border-[1.5px] border-edge';

const looks: Record<CardLook, { icon: IconName; ground: string }> = {
  refused: { icon: 'warning', ground: 'bg-lost-solid text-on-solid' },
  sending: { icon: 'send', ground: ringClasses },
  waits: { icon: 'clock', ground: ringClasses },
  taken: { icon: 'check', ground: 'bg-won-solid text-on-solid' },
};

function findCardLook(state: DisplayState): CardLook {
  if (state === 'needs-you') return 'refused';
  return state === 'sending' ? 'sending' : 'waits';
}

/** An operation on this phone: title, state, reason and actions. */
export function OperationCard(props: OperationCardProps) {
  const { row, state, blocker, waitingRows, now, first } = props;
  const withdrawn = state && payloadOfKind(row, 'tip.withdraw')?.tipId;
  if (withdrawn) return <WithdrawalCard {...props} tipId={withdrawn} />;
  return (
    <CardFrame
      row={row}
      first={first}
      look={state === undefined ? 'taken' : findCardLook(state)}
      end={<StateTag row={row} state={state} />}
      reason={<OperationReason row={row} now={now} blocker={blocker} />}
      acts={state !== undefined && <OperationActions row={row} needsYou={state === 'needs-you'} />}
    >
      {!['acked', 'rejected', 'conflict'].includes(row.state) && (
        <UnacknowledgedTipDeadline row={row} />
      )}
      {state === 'sending' && isUpload(row) && <SubmitProgress />}
      <WaitingOperations operations={waitingRows} />
    </CardFrame>
  );
}

/** Names the operations that wait for the operation of this card. */
function WaitingOperations({ operations }: { operations: readonly OperationRow[] | undefined }) {
  if (operations === undefined) return undefined;
  return (
    <p className="text-sm text-dim">
      <Trans>
        Waiting for this: <OperationTitles rows={operations} />
      </Trans>
    </p>
  );
}

/** True if the operation is sent as form data: a picture, or a spec-only backend's tip update. */
function isUpload({ sent }: OperationRow): boolean {
  return sent?.form === true || sent?.file !== undefined;
}

/** A withdrawal that is not acknowledged; its tip exists until then. */
function WithdrawalCard({
  row,
  tipId,
  blocker,
  waitingRows,
  now,
  first,
}: Omit<OperationCardProps, 'state'> & { tipId: string }) {
  const tip = useOwnTip(tipId);
  const withdrawal = useWithdrawal(row, tip);
  const { state } = withdrawal;
  const isBlocked = row.state === 'blocked' && row.blockedBy !== 'person';
  return (
    <CardFrame
      row={row}
      first={first}
      look={state === 'waiting' ? 'waits' : 'refused'}
      end={<WithdrawalTag {...withdrawal} />}
      reason={
        <>
          <WithdrawalText withdrawal={withdrawal} problem={row.problem} />{' '}
          {state === 'waiting' && <OperationReason row={row} now={now} blocker={blocker} />}
        </>
      }
      acts={
        <div className="flex flex-wrap gap-2">
          {isBlocked && <UnblockButton row={row} />}
          <WithdrawalRecovery row={row} tip={tip} />
        </div>
      }
    >
      <WaitingOperations operations={waitingRows} />
    </CardFrame>
  );
}

/** The state in a word, or the time of the change if icon and buttons show the state. */
function StateTag({ row, state }: Pick<OperationCardProps, 'row' | 'state'>) {
  switch (state) {
    case undefined:
      return (
        <Tag tone="won">
          <AcknowledgedTag row={row} />
        </Tag>
      );
    case 'needs-you':
      return (
        <span className="text-xs text-dim">
          <span className="sr-only">
            <Trans>Waiting for your decision</Trans>
          </span>{' '}
          {dayAndTimeText(row.queuedAt)}
        </span>
      );
    default:
      return <ChangeStateTag state={state} />;
  }
}

type CardFrameProps = Record<'end' | 'reason' | 'acts', ReactNode> & {
  row: OperationRow;
  look: CardLook;
  first: boolean;
  children?: ReactNode;
};

function CardFrame({ row, look, first, end, reason, acts: actions, children }: CardFrameProps) {
  const { icon, ground } = looks[look];
  return (
    <article
      className={joinClasses(
        '-mx-4 grid grid-cols-[1.375rem_minmax(0,1fr)] gap-x-3 px-4',
        !first && 'border-t border-line pt-3',
      )}
    >
      <span
        aria-hidden="true"
        className={joinClasses(
          'inline-flex size-5.5 items-center justify-center rounded-full',
          ground,
        )}
      >
        <Icon name={icon} className="size-3.5" />
      </span>
      <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        <h2 className="min-w-0 flex-1 basis-40 text-md wrap-break-word">
          <CardTitle row={row} look={look} />
        </h2>
        {end}
      </div>
      <div className="col-start-2 grid min-w-0 gap-1">
        <OperationGames row={row} />
        <p className="text-sm text-dim empty:hidden">{reason}</p>
        {children}
        <div className="mt-1 empty:hidden">{actions}</div>
      </div>
    </article>
  );
}

/** The title of a card; a tip's games are listed below, so the title only counts them. */
function CardTitle({ row, look }: { row: OperationRow; look: CardLook }) {
  const games = payloadOfKind(row, 'tip.post')?.options.length;
  if (games === undefined) return <OperationTitle row={row} />;
  if (isArrivalUncertain(row)) return <Trans>Tip, perhaps posted</Trans>;
  if (look === 'refused') return <Trans>Tip not posted</Trans>;
  return <Plural value={games} one="Tip, # game" other="Tip, # games" />;
}
