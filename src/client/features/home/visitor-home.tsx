import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { useRefresh } from '#client/data/device/refresh.ts';
import { createLazyComponent, LazyContent } from '#client/ui/lazy-content.tsx';
import { PitchPage } from '#client/ui/pitch-page.tsx';
import { VisitorBanner } from './banner.tsx';
import { BestRecord } from './best-record.tsx';
import { HomeColumns } from './home-columns.tsx';
import { HomeTipsters } from './home-tipsters.tsx';
import { RecentTips } from './recent-tips.tsx';

const MonthRanking = createLazyComponent(async () => import('./month-ranking.tsx'), 'MonthRanking');

/** A visitor's home page: the introduction, the month's best tipster, and public tips. */
export function VisitorHome() {
  useRefresh('stats');
  const fixtures = useRefresh('fixtures');
  const tipsters = useRefresh('tipsters');
  const table = useRefresh({ what: 'competition' });
  const tips = useRef<HTMLHeadingElement>(null);
  return (
    <PitchPage title={t`Home`} pitch={<VisitorBanner onTips={() => showTips(tips.current)} />}>
      <HomeColumns
        first={<BestRecord refresh={table} />}
        middle={<RecentTips heading={tips} />}
        last={
          <LazyContent instead={null}>
            <MonthRanking limit={6} />
          </LazyContent>
        }
        fixtures={fixtures}
      />
      <HomeTipsters refresh={tipsters} />
    </PitchPage>
  );
}

/** Scrolls to the tips and focuses their heading. */
function showTips(heading: HTMLElement | null): void {
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
