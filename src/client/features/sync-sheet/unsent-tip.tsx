import type { OperationRow } from '#sync/outbox-store.ts';
import { isUnsent, tipIn } from '#client/data/tip-in.ts';
import { useRepost } from '#client/data/use-repost.ts';
import { useServerNow } from '#client/data/use-server-now.ts';
import { useBackend } from '#client/data/use-sync.ts';
import { KickOffWatch } from '#client/ui/tip/kick-off-watch.tsx';

/** How long a tip that has not been taken yet still has, and what happens when a game is quicker. */
export function UnsentTip({ row }: { row: OperationRow }) {
  const now = useServerNow(5000);
  const { chooseIfStarted } = useRepost();
  const foreign = useBackend() === 'foreign';
  const tip = tipIn(row);
  if (tip === undefined || ['acked', 'rejected', 'conflict'].includes(row.state)) return undefined;
  return (
    <KickOffWatch
      kickOffs={tip.options.map(({ startDateOfGame }) => startDateOfGame)}
      now={now}
      ifStarted={foreign ? undefined : tip.ifStarted}
      {...(isUnsent(row) && {
        onChoice: (ifStarted) => chooseIfStarted(row.id, ifStarted),
      })}
    />
  );
}
