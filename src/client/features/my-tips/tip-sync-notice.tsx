import { t } from '@lingui/core/macro';
import {
  OperationRecovery,
  UnacknowledgedTipDeadline,
  WithdrawalRecovery,
} from '../outbox/operation-recovery.tsx';
import { useOperations } from '#client/data/device/sync-state.ts';
import { useWithdrawal } from '#client/data/tips/withdrawal.ts';
import { blockedOperationText, unknownOutcomeText } from '../outbox/state-texts.ts';
import { describeProblem } from '#client/ui/messages/problems.ts';
import { WithdrawalTag, WithdrawalText } from '#client/ui/tip/withdrawal.tsx';
import { payloadOfKind } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { findObstacles } from '#sync/status.ts';

type TipSyncState = NonNullable<OptimisticTip['device']>;
type TipSyncNoticeProps = { tip: OptimisticTip; device: TipSyncState };

/** Explains why a tip is not posted yet, with its deadline and the recovery actions. */
export function TipSyncNotice(props: TipSyncNoticeProps) {
  const { withdrawalId } = props.device;
  const withdrawal = useOperations()?.find(({ id }) => id === withdrawalId);
  if (withdrawal) return <WithdrawalNotice tip={props.tip} row={withdrawal} />;
  return withdrawalId === undefined && <PendingNotice {...props} />;
}

/** The state of a tip's withdrawal that the server has not acknowledged. */
function WithdrawalNotice({ tip, row }: { tip: OptimisticTip; row: OperationRow }) {
  const { state, problem } = row;
  const withdrawal = useWithdrawal(row, tip);
  return (
    <div className="relative z-10 grid gap-2">
      <p className="text-sm">
        <WithdrawalText withdrawal={withdrawal} problem={problem} />
        {state === 'blocked' && ` ${blockedOperationText(row)}`}
      </p>
      <div className="empty:hidden">
        <WithdrawalRecovery row={row} tip={tip} />
      </div>
    </div>
  );
}

/** The state of a withdrawal in a few words, with the remaining time. */
export function WithdrawalState({ tip, device }: TipSyncNoticeProps) {
  const row = useOperations()?.find(({ id }) => id === device.withdrawalId);
  return row && <WithdrawalRowState tip={tip} row={row} />;
}

function WithdrawalRowState({ tip, row }: { tip: OptimisticTip; row: OperationRow }) {
  return <WithdrawalTag {...useWithdrawal(row, tip)} />;
}

function PendingNotice({ tip, device }: TipSyncNoticeProps) {
  const operations = useOperations() ?? [];
  const own = operations.filter(({ id }) => device.operationIds.includes(id));
  const first = own.find(({ id }) => id === device.operationIds[0]);
  const needy = device.state === 'needs-you';
  const isRemoval = device.state === 'saved' && first && payloadOfKind(first, 'text.erase');
  return (
    <div className="grid gap-2">
      <p className={`text-sm ${stateTones[device.state]}`}>
        {isRemoval && `${t`Removal saved on this phone.`} `}
        {postingStateText(device, own)}
      </p>
      {first && tip.version === 0 && !needy && (
        <div className="relative z-10">
          <UnacknowledgedTipDeadline row={first} />
        </div>
      )}
      {needy && (
        <div className="relative z-10">
          <TipRecovery own={own} operations={operations} />
        </div>
      )}
    </div>
  );
}

const stateTones: Record<TipSyncState['state'], string> = {
  saved: 'text-dim',
  sending: 'text-dim',
  waits: 'text-dim',
  unknown: 'text-dim',
  blocked: 'text-saved',
  'needs-you': '',
};

function postingStateText({ state, problem }: TipSyncState, own: readonly OperationRow[]): string {
  switch (state) {
    case 'saved':
    case 'sending':
      return t`Will be sent when you are online.`;
    case 'waits':
      return t`It waits for another change.`;
    case 'unknown':
      return [
        ...(problem?.words ? [describeProblem(problem)] : []),
        unknownOutcomeText(problem),
      ].join(' · ');
    case 'blocked': {
      const blocked = own.find((row) => row.state === 'blocked');
      return blocked ? blockedOperationText(blocked) : '';
    }
    case 'needs-you':
      if (!problem) return t`It could not be sent after several tries. It is tried again.`;
      return [
        describeProblem(problem),
        ...((problem.status ?? 0) >= 500 ? [t`It is tried again by itself.`] : []),
      ].join(' ');
  }
}

type TipRecoveryProps = Record<'own' | 'operations', readonly OperationRow[]>;

/** Recovery actions for the tip's first operation that waits for no other operation. */
function TipRecovery({ own, operations }: TipRecoveryProps) {
  const obstacles = findObstacles(operations);
  const row = own.find(({ id }) => !obstacles.has(id)) ?? own[0];
  return row && <OperationRecovery row={row} />;
}
