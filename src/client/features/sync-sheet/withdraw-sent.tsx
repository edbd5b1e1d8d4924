import { useLingui } from '@lingui/react/macro';
import { useActions } from '#client/data/outbox/actions.ts';
import { useCapability, useOperations } from '#client/data/device/sync-state.ts';
import { useReportNotSaved } from '#client/data/outbox/not-saved.ts';
import { Button } from '#client/ui/button.tsx';
import { useTask } from '#client/ui/use-task.ts';
import { payloadIn } from '#sync/operations/registry.ts';

/** Withdraws a tip that was sent and has no response yet: the withdrawal is queued behind it. */
export function WithdrawSent({ tipId }: { tipId: string }) {
  const { t } = useLingui();
  const { enqueue } = useActions();
  const { busy, run } = useTask(useReportNotSaved());
  const operations = useOperations() ?? [];
  const backendCan = useCapability('extensions') !== false;
  const isQueued = operations.some((row) => payloadIn(row, 'tip.withdraw')?.tipId === tipId);
  if (isQueued || !backendCan) return undefined;
  return (
    <Button
      look="quiet"
      busy={busy}
      className="-ms-4"
      onClick={() => run(async () => enqueue('tip.withdraw', { tipId }))}
    >
      {t`Withdraw`}
    </Button>
  );
}
