import { Trans } from '@lingui/react/macro';
import { OperationTitle, TakenBadge } from '#client/data/operation-words.tsx';
import { isUnsent, tipIn } from '#client/data/operation-contents.ts';
import { useRepost } from '#client/data/recovery.ts';
import { useServerNow } from '#client/data/server-time.ts';
import { useCapability } from '#client/data/sync-state.ts';
import { Badge, DeviceBadge } from '#client/ui/badge.tsx';
import { countText, mediumDateTime } from '#client/ui/formats.ts';
import { KickOffWatch } from '#client/ui/tip/kick-off-watch.tsx';
import type { OperationRow } from '#sync/operation-row.ts';
import type { DeviceState } from '#sync/status.ts';
import { OperationActs } from './operation-acts.tsx';
import { OperationReason } from './operation-reason.tsx';

type OperationCardProps = {
  row: OperationRow;
  /** How it stands among the others; undefined once the server has taken it. */
  standing: DeviceState | undefined;
  /** What has to be through before it. */
  blocker: OperationRow | undefined;
  now: number;
};

/** One thing that was done on this phone: what, where it stands, why, and what can be done. */
export function OperationCard({ row, standing, blocker, now }: OperationCardProps) {
  const done = mediumDateTime(row.queuedAt);
  return (
    <article className="chalk rounded-md bg-card px-4 py-3">
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-base wrap-anywhere">
          <OperationTitle row={row} />
        </h2>
        {standing ? (
          <DeviceBadge standing={standing} />
        ) : (
          <Badge tone="won">
            <TakenBadge row={row} />
          </Badge>
        )}
      </div>
      <p className="mt-1 text-sm">
        <OperationReason row={row} now={now} blocker={blocker} />
      </p>
      <UnsentTip row={row} />
      <p className="mt-0.5 text-xs text-dim">
        <Trans>Done {done}</Trans>
        {row.attempts > 0 && (
          <>
            {' · '}
            <Trans>tries: {countText(row.attempts)}</Trans>
          </>
        )}
      </p>
      {standing !== undefined && standing !== 'sending' && (
        <div className="mt-2 empty:hidden">
          <OperationActs row={row} needsYou={standing === 'needs-you'} />
        </div>
      )}
    </article>
  );
}

/** How long a tip that has not been taken yet still has, and what happens when a game is quicker. */
function UnsentTip({ row }: { row: OperationRow }) {
  const now = useServerNow(5000);
  const { chooseIfStarted } = useRepost();
  const asks = useCapability('withdrawals') !== false;
  const tip = tipIn(row);
  if (tip === undefined || ['acked', 'rejected', 'conflict'].includes(row.state)) return undefined;
  return (
    <KickOffWatch
      kickOffs={tip.options.map(({ startDateOfGame }) => startDateOfGame)}
      now={now}
      ifStarted={asks ? tip.ifStarted : undefined}
      {...(isUnsent(row) && {
        onChoice: (ifStarted) => chooseIfStarted(row.id, ifStarted),
      })}
    />
  );
}
