import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { conflictOf, tipIn } from '#client/data/operation-contents.ts';
import { Again, elsewhere } from '#client/data/operation-words.tsx';
import { useAccounts } from '#client/data/use-accounts.ts';
import { useExport } from '#client/data/export.ts';
import { useRecovery } from '#client/data/recovery.ts';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { recoveryOf } from '#client/ui/messages/problems.ts';
import { hasPerhapsArrived, RecoveryActions } from '#client/ui/messages/recovery-actions.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { notify, useSayDiscarded } from '#client/ui/messages/toasts.ts';
import { ConflictChoice } from '#client/ui/tip/conflict-choice.tsx';
import { operationOf } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/operation-row.ts';

type OperationActsProps = { row: OperationRow; needsYou: boolean };

/** What its person can do about one thing on this phone. */
export function OperationActs({ row, needsYou }: OperationActsProps) {
  const ways = useRecovery();
  const sayDiscarded = useSayDiscarded();
  const discard = async () => sayDiscarded(await ways.discard(row.id));
  if (row.state === 'blocked' && row.blockedBy !== 'person') return <Unblocking row={row} />;
  if (!needsYou) {
    // Once bytes have left, the server may have it: there is nothing left to take back.
    // And a time-out that has begun is nobody's to take back.
    if (row.sentEver || operationOf(row)?.irrevocable) return undefined;
    return (
      <Button look="quiet" className="-ms-4" onClick={discard}>
        <Trans>Discard</Trans>
      </Button>
    );
  }
  const conflict = conflictOf(row);
  if (conflict) {
    return (
      <ConflictChoice
        {...conflict}
        again={<Again row={row} />}
        onMine={() => ways.retry(row.id)}
        onTheirs={discard}
      />
    );
  }
  if (row.state === 'unreadable') return <Unreadable row={row} onDiscard={discard} />;
  return <Refused row={row} onDiscard={discard} />;
}

function Refused({ row, onDiscard }: { row: OperationRow; onDiscard: () => Promise<void> }) {
  const { t } = useLingui();
  const ways = useRecovery();
  const navigate = useNavigate();
  const games = tipIn(row)?.options.length ?? 0;
  const code = row.problem?.code;
  const started = row.problem?.started?.length ?? games;
  return (
    <RecoveryActions
      recovery={recoveryOf(code, row.kind)}
      unposted={games > 0}
      hasOthers={code === 'fixture-started' && started < games}
      mayHaveArrived={hasPerhapsArrived(row)}
      elsewhere={elsewhere(row)}
      onRetry={() => ways.retry(row.id)}
      onDiscard={onDiscard}
      onEdit={async (replace) => {
        if ((await ways.editAgain(row.id, replace)) === 'slip-in-use') return false;
        await navigate({ to: '/tips/create' });
        return true;
      }}
      onPostOthers={async () => {
        if ((await ways.postOthers(row.id)) !== 'nothing-left') return;
        notify({ tone: 'lost', title: t`Oops`, text: t`All its games have kicked off.` });
      }}
    />
  );
}

/** What lets go something that waits for its person without having been refused. */
function Unblocking({ row: { blockedBy } }: { row: OperationRow }) {
  const { t } = useLingui();
  const email = useSession()?.email ?? '';
  const ask = useAccounts();
  switch (blockedBy) {
    case 'unverified':
      return <ResendButton onResend={() => ask((accounts) => accounts.resend(email))} />;
    case 'update':
      return <Button onClick={() => location.reload()}>{t`Reload`}</Button>;
    case 'auth':
    case 'person':
    case undefined:
      return (
        <LinkButton to="/account/login" search={{ returnUrl: '/sync' }}>
          {t`Sign in`}
        </LinkButton>
      );
  }
}

/** What cannot be read cannot be sent; whoever wants to look into it can take it along as a file. */
function Unreadable({ row, onDiscard }: { row: OperationRow; onDiscard: () => Promise<void> }) {
  const { t } = useLingui();
  const { saveOne } = useExport();
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => saveOne(row.id)}>{t`Save as a file`}</Button>
      <Button onClick={onDiscard}>{t`Discard`}</Button>
    </div>
  );
}
