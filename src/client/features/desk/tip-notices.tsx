import { useLingui } from '@lingui/react/macro';
import type { OptimisticTip } from '#sync/optimistic-rows.ts';
import { useActions } from '#client/data/outbox/actions.ts';
import { conflictOf } from '../outbox/conflicts.ts';
import { useOperations } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { Button } from '#client/ui/button.tsx';
import { OperationRecovery } from '../outbox/operation-recovery.tsx';
import { useDurable } from '#client/ui/tag.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { UploadProgress } from '#client/ui/upload-progress.tsx';
import { problemWords } from '#client/ui/messages/problems.ts';
import { reportDiscarded } from '#client/ui/messages/toasts.ts';

/** Whether this administrator may not change the tip. */
export function useIsLocked(tip: OptimisticTip): boolean {
  const session = useSession();
  return tip.IsGameSuccessful || tip.tipsterId === session?.memberId;
}

/** Explains why a tip is closed to this administrator, or why their change has not arrived. */
export function TipNotices({ tip }: { tip: OptimisticTip }) {
  const { t } = useLingui();
  const session = useSession();
  const isDurable = useDurable();
  const { device } = tip;
  if (tip.tipsterId === session?.memberId) {
    return (
      <Notice>{t`This is your own ticket. Nobody prices or confirms their own ticket.`}</Notice>
    );
  }
  if (!device) return undefined;
  if (device.state === 'sending') return <UploadProgress />;
  if (device.state === 'needs-you') return <Refused device={device} />;
  return (
    <Notice tone="saved">
      {isDurable
        ? t`Saved on this phone. Sent when you are online.`
        : t`Not kept on this phone: keep this page open until it is sent.`}
    </Notice>
  );
}

type Device = NonNullable<OptimisticTip['device']>;

/** A refused change, and a conflicting change of the same tip. */
function Refused({ device: { problem, operationIds } }: { device: Device }) {
  const { t } = useLingui();
  const operations = useOperations()?.filter(({ id }) => operationIds.includes(id)) ?? [];
  const conflicting = operations.find((row) => conflictOf(row) !== undefined);
  return (
    <Notice
      tone="warning"
      title={t`Error Updating Tip`}
      actions={conflicting ? undefined : <RefusedActions operationIds={operationIds} />}
    >
      {problem && problemWords(problem)}
      {conflicting && (
        <div className="mt-3 rounded-sm bg-card p-3 text-ink">
          <OperationRecovery row={conflicting} />
        </div>
      )}
    </Notice>
  );
}

function RefusedActions({ operationIds }: Pick<Device, 'operationIds'>) {
  const { t } = useLingui();
  const { retry, discard } = useActions();
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
