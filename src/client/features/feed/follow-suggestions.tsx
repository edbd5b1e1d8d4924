import { t } from '@lingui/core/macro';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { useFollows } from '#client/data/member-row-queries.ts';
import { useOutboxActions } from '#client/data/outbox/outbox-actions.ts';
import { useReportSaveError } from '#client/data/outbox/save-error.ts';
import { useRefresh } from '#client/data/device/refresh.ts';
import { useSession } from '#client/session/session.ts';
import { Button, LinkButton } from '#client/ui/button.tsx';
import { Avatar } from '#client/ui/member/avatar.tsx';
import { EmptyState } from '#client/ui/notice.tsx';
import { fullName } from '#client/ui/member/tipster.tsx';
import { useTask } from '#client/ui/use-task.ts';
import type { CompetitionRow } from '#contract/records.ts';

/** Shown without followed tips; suggests the best tipsters to a member who follows nobody. */
export function FollowSuggestions() {
  const follows = useFollows();
  const best = useBestTipsters();
  const { busy, followAll } = useFollowAll();
  if ([...(follows?.values() ?? [])].some(({ following }) => following)) {
    return (
      <EmptyState action={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}>
        {t`Nobody you follow has posted a tip yet.`}
      </EmptyState>
    );
  }
  const title = t`You follow nobody yet`;
  if (best.length === 0) {
    return (
      <EmptyState title={title} action={<LinkButton to="/tipster">{t`All tipsters`}</LinkButton>}>
        {t`The tips of those you follow stand here, on this phone as well.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={title}
      picture={
        <div className="flex gap-2">
          {best.map((row) => (
            <Avatar key={row.tipsterId} name={fullName(row)} picture={row.picture} size={40} />
          ))}
        </div>
      }
      action={
        <Button look="primary" busy={busy} onClick={() => followAll(best)}>
          {best.length === 3 ? t`Follow these three` : t`Follow them`}
        </Button>
      }
    >
      {t`Those with the best record this month are a start.`}
    </EmptyState>
  );
}

/** Reads the three best tipsters of the current month, except the logged-in member. */
function useBestTipsters(): CompetitionRow[] {
  const memberId = useSession()?.memberId;
  useRefresh({ what: 'competition' });
  const rows = useStoredDocument(collections.competition)?.value.rows ?? [];
  const ranked = rows.filter(
    ({ rank, tipsterId, former }) => rank !== undefined && tipsterId !== memberId && !former,
  );
  return ranked.slice(0, 3);
}

function useFollowAll() {
  const { enqueue } = useOutboxActions();
  const { busy, run } = useTask(useReportSaveError());
  const followAll = (rows: readonly CompetitionRow[]) =>
    void run(async () => {
      for (const { tipsterId } of rows) {
        // The loop waits for each tipster, because each follow is a separate operation.
        await enqueue('follow.set', { tipsterId, following: true });
      }
    });
  return { busy, followAll };
}
