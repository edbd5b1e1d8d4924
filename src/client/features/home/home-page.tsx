import { t } from '@lingui/core/macro';
import { useRef, type ReactNode } from 'react';
import { type Refresh, useRefresh } from '#client/data/device/refresh.ts';
import { useCompetition, useHasRecords } from '#client/data/records.ts';
import { useSession } from '#client/session/session.ts';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { Skeleton } from '#client/ui/notice.tsx';
import { PitchPage } from '#client/ui/pitch-page.tsx';
import { useDesktop } from '#client/ui/use-desktop.ts';
import { MemberBanner, VisitorBanner } from './banner.tsx';
import { BestRecord } from './best-record.tsx';
import { Events } from './events.tsx';
import { Followed } from './followed.tsx';
import { HomeTipsters } from './home-tipsters.tsx';
import { MyTickets, useOpenTickets } from './my-tickets.tsx';
import { RecentTips } from './recent-tips.tsx';

const MonthRanking = lazyNamed(() => import('./month-ranking.tsx'), 'MonthRanking');

/** A visitor reads here what this is; a member, how things stand on a match day. */
export function HomePage() {
  const memberId = useSession()?.memberId;
  const stats = useRefresh('stats');
  const fixtures = useRefresh('fixtures');
  const tipsters = useRefresh('tipsters');
  const table = useRefresh({ what: 'competition' });
  const tips = useRef<HTMLHeadingElement>(null);
  const hasItsOwn = [stats, fixtures, tipsters].every(({ state }) => state === 'fresh');
  const visitor = memberId === undefined;
  return (
    <PitchPage
      title={t`Home`}
      pitch={visitor ? <VisitorBanner onTips={() => showTips(tips.current)} /> : <MemberBanner />}
    >
      {visitor ? (
        <Columns
          first={<BestRecord refresh={table} />}
          middle={<RecentTips heading={tips} />}
          fixtures={fixtures}
        />
      ) : (
        <MemberColumns fixtures={fixtures} table={table} />
      )}
      <HomeTipsters refresh={tipsters} />
      {hasItsOwn && !visitor && <OtherScreens memberId={memberId} />}
    </PitchPage>
  );
}

/** Brings them to the top of the window, and the focus with them. */
function showTips(heading: HTMLElement | null): void {
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** What stands below own tickets waits until they were read, so that it stays where it is. */
function MemberColumns({ fixtures, table }: { fixtures: Refresh; table: Refresh }) {
  const open = useOpenTickets();
  if (open === undefined) return <div className="min-h-dvh" />;
  return (
    <>
      <Columns first={<MyTickets open={open} />} middle={<Followed />} fixtures={fixtures} />
      <ShortRanking refresh={table} />
    </>
  );
}

/** On a phone the month's best stand below one's own things; a desktop has them beside those. */
function ShortRanking({ refresh }: { refresh: Refresh }) {
  const table = useCompetition();
  const hasTables = useHasRecords();
  const desktop = useDesktop();
  if (desktop || (!table && (!hasTables || refresh.state === 'failed'))) return undefined;
  const place = <Skeleton className="mt-6 h-53 rounded-md" />;
  return (
    <LazyPart instead={null} waiting={place}>
      {table ? <MonthRanking most={3} /> : place}
    </LazyPart>
  );
}

type ColumnsProps = { first: ReactNode; middle: ReactNode; fixtures: Refresh };

/** One column on a phone, three on a desktop. */
function Columns({ first, middle, fixtures }: ColumnsProps) {
  const desktop = useDesktop();
  return (
    <div className="lg:grid lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)_minmax(0,19rem)] lg:grid-rows-[auto_1fr] lg:gap-x-5">
      <div className="lg:col-start-1">{first}</div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{middle}</div>
      <div className="lg:col-start-1 lg:row-start-2">
        <Events refresh={fixtures} />
      </div>
      {desktop && (
        <div className="lg:col-start-3 lg:row-span-2 lg:row-start-1">
          <LazyPart instead={null}>
            <MonthRanking most={6} />
          </LazyPart>
        </div>
      )}
    </div>
  );
}

/**
 * What other screens open with is fetched once this one has its own, so that they open without a
 * connection although nobody has been on them yet.
 */
function OtherScreens({ memberId }: { memberId: string }) {
  useRefresh('feed');
  useRefresh({ what: 'tipster', id: memberId });
  useRefresh({ what: 'record', id: memberId });
  return undefined;
}
