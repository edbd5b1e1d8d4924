import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { conflictOf, tipIn } from '#client/data/operation-contents.ts';
import { Again, elsewhere } from '#client/data/operation-words.tsx';
import { useAccounts } from '#client/data/use-accounts.ts';
import { useActions } from '#client/data/actions.ts';
import { useExport } from '#client/data/export.ts';
import { useRecovery } from '#client/data/recovery.ts';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { RecoveryActions } from '#client/ui/messages/recovery-actions.tsx';
import { ResendButton } from '#client/ui/messages/resend-button.tsx';
import { useSayDiscarded } from '#client/ui/messages/toasts.ts';
import { operationOf } from '#sync/operations/registry.ts';
import type { OperationRow } from '#sync/operation-row.ts';

type OperationActsProps = { row: OperationRow; needsYou: boolean };

/** What its person can do about one thing on this phone. */
export function OperationActs({ row, needsYou }: OperationActsProps) {
  if (row.state === 'blocked' && row.blockedBy !== 'person') return <Unblocking row={row} />;
  if (needsYou && row.state === 'unreadable') return <Unreadable row={row} />;
  if (needsYou) return <Refused row={row} />;
  // Once bytes have left, the server may have it: there is nothing left to take back.
  // And a time-out that has begun is nobody's to take back.
  if (row.sentEver || operationOf(row)?.irrevocable) return undefined;
  return <DiscardButton row={row} look="quiet" className="-ms-4" />;
}

function DiscardButton({ row, ...rest }: { row: OperationRow } & ComponentProps<typeof Button>) {
  const { t } = useLingui();
  const { discard } = useActions();
  const sayDiscarded = useSayDiscarded();
  return (
    <Button {...rest} onClick={async () => sayDiscarded(await discard(row.id))}>
      {t`Discard`}
    </Button>
  );
}

function Refused({ row }: { row: OperationRow }) {
  const ways = useRecovery();
  const games = tipIn(row)?.options.length ?? 0;
  const { code, started } = row.problem ?? {};
  return (
    <RecoveryActions
      row={row}
      ways={ways}
      conflict={conflictOf(row)}
      again={<Again row={row} />}
      unposted={games > 0}
      hasOthers={code === 'fixture-started' && (started?.length ?? games) < games}
      elsewhere={elsewhere(row)}
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
function Unreadable({ row }: { row: OperationRow }) {
  const { t } = useLingui();
  const { saveOne } = useExport();
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => saveOne(row.id)}>{t`Save as a file`}</Button>
      <DiscardButton row={row} />
    </div>
  );
}
