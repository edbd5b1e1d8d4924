import { t } from '@lingui/core/macro';
import { collections, useStoredDocument } from '#client/data/collections.ts';
import { type Refresh, useRefresh } from '#client/data/device/refresh.ts';
import { useBackendHasRecords } from '#client/data/device/backend-kind.tsx';
import { Skeleton } from '#client/ui/notice.tsx';
import { PitchPage } from '#client/ui/pitch-page.tsx';
import { useIsDesktop } from '#client/ui/use-desktop.ts';
import { HomeColumns } from './home-columns.tsx';
import { HomeFollowedTips } from './home-followed-tips.tsx';
import { HomeTipsters } from './home-tipsters.tsx';
import { MemberBanner } from './member-banner.tsx';
import { MonthRanking } from './month-ranking.tsx';
import { MyTickets, useOpenTickets } from './my-tickets.tsx';

export function MemberHome() {
  useRefresh('stats');
  const fixtures = useRefresh('fixtures');
  const tipsters = useRefresh('tipsters');
  const table = useRefresh({ what: 'competition' });
  return (
    <PitchPage title={t`Home`} pitch={<MemberBanner />}>
      <OwnColumns fixtures={fixtures} table={table} />
      <HomeTipsters refresh={tipsters} />
    </PitchPage>
  );
}

/** Hidden until the own tickets were read, so that content below them does not move. */
function OwnColumns({ fixtures, table }: { fixtures: Refresh; table: Refresh }) {
  const open = useOpenTickets();
  return (
    <div className={open === undefined ? 'invisible min-h-dvh' : undefined}>
      <HomeColumns
        first={<MyTickets open={open ?? []} />}
        middle={<HomeFollowedTips />}
        last={<MonthRanking limit={6} />}
        fixtures={fixtures}
      />
      <ShortRanking refresh={table} />
    </div>
  );
}

/** On a phone, the month's best tipsters below the own tickets; empty on a desktop. */
function ShortRanking({ refresh }: { refresh: Refresh }) {
  const table = useStoredDocument(collections.competition);
  const hasTables = useBackendHasRecords();
  const desktop = useIsDesktop();
  if (desktop || (!table && (!hasTables || refresh.state === 'failed'))) return undefined;
  return table ? <MonthRanking limit={3} /> : <Skeleton className="mt-6 h-53 rounded-md" />;
}
