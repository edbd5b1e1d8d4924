import { useLingui } from '@lingui/react/macro';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { findConflict } from '../outbox/conflicts.ts';
import { useOperations } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { Button } from '#client/ui/button.tsx';
import { OperationRecovery } from '../outbox/operation-recovery.tsx';
import { useIsSavingDurable } from '#client/ui/tag.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitProgress } from '#client/ui/submit-progress.tsx';
import { describeProblem } from '#client/ui/messages/problems.ts';
import { reportDiscarded } from '#client/ui/messages/toasts.ts';

/** True if this administrator must not change the tip. */
export function useIsTipLocked(tip: OptimisticTip): boolean {
  const session = useSession();
  return tip.IsGameSuccessful || tip.tipsterId === session?.memberId;
}

/** Explains why this administrator cannot change a tip, or why a change was not accepted. */
export function TipNotices({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const session = useSession();
  const isDurable = useIsSavingDurable();
  const { device } = tip;
  if (tip.tipsterId === session?.memberId) {
    return (
      <Notice>{t`This is your own ticket. Nobody prices or confirms their own ticket.`}</Notice>
    );
  }
  if (!device) return undefined;
  if (device.state === 'sending') return <SubmitProgress />;
  if (device.state === 'needs-you') return <RefusedChangeNotice device={device} />;
  return (
    <Notice tone="saved">
      {isDurable
        ? t`Saved on this phone. Sent when you are online.`
        : t`Not kept on this phone: keep this page open until it is sent.`}
    </Notice>
  );
}

type TipSyncState = NonNullable<OptimisticTip['device']>;

/** Shows a refused or conflicting change of the tip. */
function RefusedChangeNotice({ device: { problem, operationIds } }: { device: TipSyncState }) {
  const { t } = useLingui();
  const operations = useOperations()?.filter(({ id }) => operationIds.includes(id)) ?? [];
  const conflicting = operations.find((row) => findConflict(row) !== undefined);
  return (
    <Notice
      tone="warning"
      title={t`Error Updating Tip`}
      actions={conflicting ? undefined : <RefusedActions operationIds={operationIds} />}
    >
      {problem && describeProblem(problem)}
      {conflicting && (
        <div className="mt-3 rounded-sm bg-card p-3 text-ink">
          <OperationRecovery row={conflicting} />
        </div>
      )}
    </Notice>
  );
}

function RefusedActions({ operationIds }: Pick<TipSyncState, 'operationIds'>) {
  const { t } = useLingui();
  const { retry, discard } = useOutboxActions();
  const retryAll = async () => {
    for (const id of operationIds) await retry(id);
  };
  const discardAll = async () => {
    for (const id of operationIds) reportDiscarded(await discard(id));
  };
  return (
    <>
      <Button onClick={retryAll}>{t`Try now`}</Button>
      <Button onClick={discardAll}>{t`Discard`}</Button>
    </>
  );
}
