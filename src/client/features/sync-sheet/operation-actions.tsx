import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { useAccountApi } from '#client/data/account/use-account-api.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useOutboxExport } from '#client/data/outbox/operation-export.ts';
import { OperationRecovery } from '../outbox/operation-recovery.tsx';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import { TouchlineBackendOnly } from '#client/data/device/backend-kind.tsx';
import { useOperations } from '#client/data/device/sync-state.ts';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { reportDiscarded } from '#client/ui/messages/toasts.ts';
import { useTask } from '#client/ui/use-task.ts';
import { operationOf, payloadOfKind } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/outbox/operation-row.ts';

/** Buttons for an operation, depending on its state. */
export function OperationActions({ row, needsYou }: { row: OperationRow; needsYou: boolean }) {
  if (row.state === 'blocked' && row.blockedBy !== 'person') return <UnblockButton row={row} />;
  const tip = payloadOfKind(row, 'tip.post');
  if (tip && row.sentEver && !needsYou) return <WithdrawSentTipButton tipId={tip.id} />;
  if (row.state === 'sending') return undefined;
  if (needsYou && row.state === 'unreadable') return <UnreadableActions row={row} />;
  if (needsYou) return <OperationRecovery row={row} />;
  // The server may have a sent operation, and a time-out has begun: neither can be undone.
  if (row.sentEver || operationOf(row)?.irrevocable) return undefined;
  return <DiscardButton row={row} look="quiet" className="-ms-4" />;
}

/** Withdraws a tip that was sent but has no response yet; the withdrawal waits for the response. */
function WithdrawSentTipButton({ tipId }: { tipId: string }) {
  const { t } = useLingui();
  const { enqueue } = useOutboxActions();
  const { busy, run } = useTask(useReportSaveError());
  const operations = useOperations() ?? [];
  const isQueued = operations.some((row) => payloadOfKind(row, 'tip.withdraw')?.tipId === tipId);
  if (isQueued) return undefined;
  return (
    <TouchlineBackendOnly>
      <Button
        look="quiet"
        busy={busy}
        className="-ms-4"
        onClick={() => run(async () => enqueue('tip.withdraw', { tipId }))}
      >
        {t`Withdraw`}
      </Button>
    </TouchlineBackendOnly>
  );
}

function DiscardButton({ row, ...rest }: { row: OperationRow } & ComponentProps<typeof Button>) {
  const { t } = useLingui();
  const { discard } = useOutboxActions();
  return (
    <Button {...rest} onClick={async () => reportDiscarded(await discard(row.id))}>
      {t`Discard`}
    </Button>
  );
}

/** A button that removes the reason why an operation is blocked. */
export function UnblockButton({ row: { blockedBy } }: { row: OperationRow }) {
  const { t } = useLingui();
  const email = useSession()?.email ?? '';
  const callAccount = useAccountApi();
  switch (blockedBy) {
    case 'unverified':
      return (
        <ResendButton
          onResend={() => callAccount((accounts) => accounts.resendVerification(email))}
        />
      );
    case 'update':
      return <Button onClick={() => location.reload()}>{t`Reload`}</Button>;
    case 'auth':
    case 'person':
    case undefined:
      return (
        <LinkButton to="/account/login" search={{ returnUrl: '/sync' }}>
          {t`Log in`}
        </LinkButton>
      );
  }
}

/** Buttons to save an unreadable operation as a file or discard it; it cannot be sent. */
function UnreadableActions({ row }: { row: OperationRow }) {
  const { t } = useLingui();
  const { saveOne } = useOutboxExport();
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => saveOne(row.id)}>{t`Save as a file`}</Button>
      <DiscardButton row={row} />
    </div>
  );
}
