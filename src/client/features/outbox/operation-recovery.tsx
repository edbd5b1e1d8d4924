import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { RecoveryActions } from '#client/ui/messages/recovery-actions.tsx';
import { KickOffDeadline } from '#client/ui/tip/kick-off-deadline.tsx';
import { WithdrawalActions } from '#client/ui/tip/withdrawal.tsx';
import { useServerNow } from '#client/data/device/server-time.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useWithdrawal } from '#client/data/tips/withdrawal.ts';
import { useArrivalCheck, useDependentOperations } from '#client/data/outbox/arrival-check.ts';
import { payloadOfKind } from '#sync/operations/registry.ts';
import { isUnsent } from '#client/data/outbox/change-state.ts';
import { findConflict } from './conflicts.ts';
import { RepeatLabel, renderOperationLink, OperationTitles } from './operation-texts.tsx';
import { useRecoveryActions } from '#client/data/outbox/recovery.ts';

/** The recovery actions for a refused operation; for a conflict, the choice between two changes. */
export function OperationRecovery({ row }: { row: OperationRow }) {
  const goesWith = useDependentOperations(row);
  const games = payloadOfKind(row, 'tip.post')?.options.length ?? 0;
  const { code, started } = row.problem ?? {};
  return (
    <RecoveryActions
      row={row}
      ways={useRecoveryActions()}
      conflict={findConflict(row, useServerNow(60_000))}
      again={<RepeatLabel row={row} />}
      unposted={games > 0}
      hasOthers={code === 'fixture-started' && (started?.length ?? games) < games}
      arrival={useArrivalCheck(row)}
      goesWith={goesWith.length > 0 && <OperationTitles rows={goesWith} />}
      elsewhere={renderOperationLink(row)}
    />
  );
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
export function UnacknowledgedTip({ row }: { row: OperationRow }) {
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
