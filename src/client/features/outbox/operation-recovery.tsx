import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import { RecoveryActions } from '#client/ui/messages/recovery-actions.tsx';
import { KickOffWatch } from '#client/ui/tip/kick-off-watch.tsx';
import { WithdrawalActions } from '#client/ui/tip/withdrawal.tsx';
import { useServerNow } from '#client/data/device/server-time.ts';
import { TouchlineOnly } from '#client/data/device/backend-kind.tsx';
import { useWithdrawal } from '#client/data/tips/withdrawal.ts';
import { useArrival, useGoesWith } from '#client/data/outbox/arrival.ts';
import { payloadIn } from '#sync/operations/registry.ts';
import { isUnsent } from '#client/data/outbox/change-state.ts';
import { conflictOf } from './conflicts.ts';
import { Again, elsewhere, OperationTitles } from './operation-words.tsx';
import { useRecovery } from '#client/data/outbox/recovery.ts';

/** The recovery actions for a refused operation, or the choice after another person's change. */
export function OperationRecovery({ row }: { row: OperationRow }) {
  const goesWith = useGoesWith(row);
  const games = payloadIn(row, 'tip.post')?.options.length ?? 0;
  const { code, started } = row.problem ?? {};
  return (
    <RecoveryActions
      row={row}
      ways={useRecovery()}
      conflict={conflictOf(row, useServerNow(60_000))}
      again={<Again row={row} />}
      unposted={games > 0}
      hasOthers={code === 'fixture-started' && (started?.length ?? games) < games}
      arrival={useArrival(row)}
      goesWith={goesWith.length > 0 && <OperationTitles rows={goesWith} />}
      elsewhere={elsewhere(row)}
    />
  );
}

/** The actions on a withdrawal that is not acknowledged yet. */
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
      ways={useRecovery()}
      conflict={conflictOf(row)}
      again={<Again row={row} />}
    />
  );
}

/** The time until the kick-offs of an unconfirmed tip, and the rule for games that start earlier. */
export function UnconfirmedTip({ row }: { row: OperationRow }) {
  const now = useServerNow(5000);
  const { chooseIfStarted } = useRecovery();
  const tip = payloadIn(row, 'tip.post');
  if (tip === undefined) return undefined;
  const kickOffs = tip.options.map(({ startDateOfGame }) => startDateOfGame);
  return (
    <TouchlineOnly instead={<KickOffWatch kickOffs={kickOffs} now={now} ifStarted={undefined} />}>
      <KickOffWatch
        kickOffs={kickOffs}
        now={now}
        ifStarted={tip.ifStarted}
        {...(isUnsent(row) && {
          onChoice: (ifStarted) => chooseIfStarted(row.id, ifStarted),
        })}
      />
    </TouchlineOnly>
  );
}
