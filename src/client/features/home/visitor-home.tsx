import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { useRefresh } from '#client/data/device/refresh.ts';
import { lazyNamed, LazyPart } from '#client/ui/lazy-part.tsx';
import { PitchPage } from '#client/ui/pitch-page.tsx';
import { VisitorBanner } from './banner.tsx';
import { BestRecord } from './best-record.tsx';
import { Columns } from './columns.tsx';
import { HomeTipsters } from './home-tipsters.tsx';
import { RecentTips } from './recent-tips.tsx';

const MonthRanking = lazyNamed(async () => import('./month-ranking.tsx'), 'MonthRanking');

/** Home of a visitor: the introduction, the month's best with its evidence, and readable tips. */
export function VisitorHome() {
  useRefresh('stats');
  const fixtures = useRefresh('fixtures');
  const tipsters = useRefresh('tipsters');
  const table = useRefresh({ what: 'competition' });
  const tips = useRef<HTMLHeadingElement>(null);
  return (
    <PitchPage title={t`Home`} pitch={<VisitorBanner onTips={() => showTips(tips.current)} />}>
      <Columns
        first={<BestRecord refresh={table} />}
        middle={<RecentTips heading={tips} />}
        last={
          <LazyPart instead={null}>
            <MonthRanking limit={6} />
          </LazyPart>
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
