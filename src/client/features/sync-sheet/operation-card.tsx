import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { TipPost } from '#sync/operations/tip-post.ts';
import type { OperationRow } from '#sync/outbox-store.ts';
import { standingOf } from '#sync/status.ts';
import { useWaysOn } from '#client/data/use-ways-on.ts';
import { Badge } from '#client/ui/badge.tsx';
import { LinkButton } from '#client/ui/button.tsx';
import { ConfirmAct } from '#client/ui/confirm-act.tsx';
import { DeviceBadge } from '#client/ui/device-badge.tsx';
import { mediumDateTime } from '#client/ui/formats.ts';
import { notify } from '#client/ui/toasts.ts';
import { hasPerhapsArrived, WaysOn } from '#client/ui/ways-on.tsx';
import { OperationReason } from './operation-reason.tsx';
import { OperationTitle } from './operation-title.tsx';

/** One thing that was done on this phone: what, where it stands, why, and what can be done. */
export function OperationCard({ row, now }: { row: OperationRow; now: number }) {
  const standing = standingOf(row);
  const done = mediumDateTime(row.queuedAt);
  return (
    <li className="border-b-[1.5px] border-line px-4 py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-base">
          <OperationTitle row={row} />
        </h2>
        {standing ? (
          <DeviceBadge standing={standing} />
        ) : (
          <Badge tone="won">
            <Trans>Posted</Trans>
          </Badge>
        )}
      </div>
      <p className="mt-1 text-sm">
        <OperationReason row={row} now={now} />
      </p>
      <p className="mt-0.5 text-xs text-dim">
        <Trans>Done on this phone {done}</Trans>
        {row.attempts > 0 && (
          <>
            {' · '}
            <Trans>tries: {row.attempts}</Trans>
          </>
        )}
      </p>
      {standing !== undefined && standing !== 'sending' && (
        <div className="mt-2 empty:hidden">
          <OperationActs row={row} needsYou={standing === 'needs-you'} />
        </div>
      )}
    </li>
  );
}

function OperationActs({ row, needsYou }: { row: OperationRow; needsYou: boolean }) {
  const { t } = useLingui();
  const ways = useWaysOn();
  const navigate = useNavigate();
  if (row.blockedBy === 'auth') {
    return (
      <LinkButton to="/account/login" search={{ returnUrl: '/sync' }}>
        <Trans>Sign in</Trans>
      </LinkButton>
    );
  }
  if (!needsYou) {
    // Once bytes have left, the server may have it: there is nothing left to take back.
    if (row.sentEver) return undefined;
    return (
      <ConfirmAct
        quiet
        words={<Trans>Discard</Trans>}
        question={<Trans>What you did is not sent. Everything stays as it was before.</Trans>}
        onConfirm={() => void ways.discard(row.id)}
      />
    );
  }
  const tip = TipPost.safeParse(row.payload);
  const games = row.kind === 'tip.post' && tip.success ? tip.data.options.length : 0;
  const hopeless = row.problem?.code === 'fixture-started' || row.state === 'unreadable';
  const started = row.problem?.started?.length ?? games;
  return (
    <WaysOn
      unposted={games > 0}
      hasOthers={started < games}
      mayHaveArrived={hasPerhapsArrived(row)}
      hopeless={hopeless}
      onRetry={() => ways.retry(row.id)}
      onDiscard={() => ways.discard(row.id)}
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
